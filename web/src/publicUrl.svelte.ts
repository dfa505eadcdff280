// The URL at which other people reach this server. The host may see it as `localhost`, which is no use in an invitation.
import { getAddress } from "./http";

let base = $state(location.origin);
let isAsked = false;

export function publicUrl(): string {
  if (!isAsked) {
    isAsked = true;
    void getAddress().then(
      (found) => {
        if (found.url) base = found.url;
      },
      () => {
        isAsked = false; // offline: the next link asks again
      },
    );
  }
  return base;
}
