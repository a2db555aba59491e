import { leave } from './session.ts';
import type { Farewell } from './session-keeper.ts';

/** Goes on to where the provider of the session that has just ended ends its own (single logout); it sends back to the sign-in page. */
export function followFarewell(farewell: Promise<Farewell | undefined> | undefined): void {
  void farewell?.then((to) => to?.url && location.assign(to.url));
}

/** Who leaves by himself leaves the provider of his session too. */
export const leaveProviderToo = (): void => followFarewell(leave());
