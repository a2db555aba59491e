/** What was opened and changed during a visit, as the request stores it. */
export type Summary = { pages?: { at: string; path: string; title: string }[]; changes?: { at: string; what: string; name?: string }[] };
