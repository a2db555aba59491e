import { leave } from './session.ts';
import type { Farewell } from './session-keeper.ts';

/** Continues to the provider's logout page for the session that has just ended (single logout); it redirects back to sign-in. */
export function followFarewell(farewell: Promise<Farewell | undefined> | undefined): void {
  void farewell?.then((to) => to?.url && location.assign(to.url));
}

/** A user who signs out is also signed out at the provider. */
export const leaveProviderToo = (): void => followFarewell(leave());
