// What a link to this server begins with, for those it is given to: whoever hosts sees the server as `localhost`, which
// is another machine to everybody else.
import { getAddress } from "./http";

let base = $state(location.origin);
let isAsked = false;

export function linksAt(): string {
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
