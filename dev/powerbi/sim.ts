import { randomUUID } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { type Effect, type Faults, makeFaults } from './faults.ts';
import { type Jobs, makeJobs } from './jobs.ts';
import { type CallLog, makeLog } from './log.ts';
import type { EmbedToken, EntraToken } from './tokens.ts';
import { makeWorld, type World } from './world.ts';
import type { Principal, SimProfile, SimWorkspace } from './world-types.ts';

/** State shared by the APIs of the stand-in. */
export type Sim = {
  origin: string;
  /** Where embedUrl points to: our own origin, or another one that forwards to us. */
  embedOrigin: string;
  portalOrigins: string[];
  now(): number;
  clock: { offsetMs: number };
  world: World;
  faults: Faults;
  log: CallLog;
  jobs: Jobs;
};

export type SimEnv = {
  Variables: {
    requestId: string;
    effect: Effect;
    body: string;
    asked: unknown;
    entra: EntraToken;
    principal: Principal;
    profile: SimProfile | null;
    workspaces: SimWorkspace[];
    embed: EmbedToken;
  };
};
export type SimContext = Context<SimEnv>;
export type SimApp = Hono<SimEnv>;

export function makeSim(portalOrigins: string[], now: () => number): Sim {
  const clock = { offsetMs: 0 };
  return {
    origin: '',
    embedOrigin: '',
    portalOrigins,
    clock,
    now: () => now() + clock.offsetMs,
    world: makeWorld(),
    faults: makeFaults(),
    log: makeLog(),
    jobs: makeJobs(),
  };
}

export const newId = (): string => randomUUID();

/** Refuses as the service does: an error object with a code. */
export function refuse(
  c: SimContext,
  status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503,
  code: string,
  message: string,
): Response {
  return c.json({ error: { code, message } }, status);
}

/** Answers what a fault prescribes. */
export function toResponse(effect: Effect): Response | null {
  return effect.answer ? new Response(effect.answer.body, { status: effect.answer.status, headers: effect.answer.headers }) : null;
}
