/** How the catalog's requests live (BEHAVIOUR 5); days unless it says otherwise. */
export const minJustification = 10;
export const maxJustification = 1_000;
export const maxReason = 1_000;
/** Suggestions for how long, in days. */
export const wishedDays = [30, 90, 365] as const;
export const maxWishedDays = 3_650;
export const waitDays = 7;
const reminderDays = [3, 10, 25] as const;

export const requestStates = ['pending', 'granted', 'denied', 'cancelled', 'expired', 'revoked', 'ended'] as const;
export type RequestState = (typeof requestStates)[number];
export const requestViews = ['pending', 'decided', 'all'] as const;
export type RequestView = (typeof requestViews)[number];
export const requestSorts = ['asked', 'report', 'person'] as const;
export const catalogSorts = ['title', 'added'] as const;

export type Standing = {
  /** The person sees the report already. */
  sees: boolean;
  pendingSince: number | null;
  /** When the last refusal was, unless an administrator lifted the wait. */
  deniedAt: number | null;
};

/** What a card of the catalog offers a person: open it, wait for an answer, wait before asking again, or ask (Spec 4, catalog request). */
export type Offer = { kind: 'open' } | { kind: 'pending'; since: number } | { kind: 'wait'; until: number } | { kind: 'ask' };

const day = 86_400_000;

export function offerFor({ sees, pendingSince, deniedAt }: Standing, now: number): Offer {
  if (sees) return { kind: 'open' };
  if (pendingSince !== null) return { kind: 'pending', since: pendingSince };
  const until = deniedAt === null ? 0 : deniedAt + waitDays * day;
  return until > now ? { kind: 'wait', until } : { kind: 'ask' };
}

/** How many reminders of an unanswered request are due by now: after 3, 10 and 25 days. */
export const remindersDue = (askedAt: number, now: number): number => reminderDays.filter((days) => now - askedAt >= days * day).length;

/** Tells whether this person may decide the request: nobody decides his own unless there is nobody else. */
export const mayDecide = (who: { decides: boolean; owns: boolean; asks: boolean; others: boolean }): boolean =>
  (who.decides || who.owns) && (!who.asks || !who.others);
