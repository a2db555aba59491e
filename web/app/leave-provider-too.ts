import { leave } from './session.ts';

/** Who leaves by himself leaves the provider of his session too (single logout), which sends him back. */
export function leaveProviderToo(): void {
  void leave()?.then((to) => to?.url && location.assign(to.url));
}
