// The options of a table, as its text has them: `players=3 start=1 open_scores=on`. Pure.
import type { OptionShown } from "../wire";

/** The options whose value is not the default. */
export function chosenOptions(text: string, options: readonly OptionShown[]): { option: OptionShown; value: string }[] {
  const values = new Map(text.split(/\s+/).map((part) => part.split("=") as [string, string]));
  return options
    .map((option) => ({ option, value: values.get(option.name) ?? option.values[0] ?? "" }))
    .filter(({ option, value }) => value !== option.values[0]);
}
