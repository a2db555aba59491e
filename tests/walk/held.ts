export type Driver = 'mallory' | 'nadia' | 'pedro' | 'honest';

/** A session held by a driver: the person it claims to be, and its host. */
export type Held = { token: string; host: string; person: string; driver: Driver; kind?: string };

/** The calls of one move: the last one's status, who made them, and whether one was made without a session. */
export type Calls = { status: number | null; callers: { sid: string; user: string; actor: string | null }[]; isUnsigned: boolean };
