// What a replay shows of an analysis; fetched when there is one.
export { default as GradeMark } from "./GradeMark.svelte";
export { default as Panel } from "./Panel.svelte";
export { default as Verdict } from "./Verdict.svelte";
