import type { EmbeddedAnswer } from '../../../domain/embedding/contract.ts';
import { go } from '../../app/address/navigation.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { send } from '../../app/data/wire.ts';
import { session } from '../../app/session/session.ts';
import { untilRenewal } from '../../app/session/token-life.ts';
import { endEmbedded } from '../../app/start/embedded.ts';
import { loadPortal } from '../../app/start/load-portal.ts';
import { currentLanguage, isLanguage, showLanguage } from '../../i18n.ts';

type EmbeddedState =
  | { phase: 'starting' }
  | { phase: 'report'; report: string }
  | { phase: 'portal' }
  | { phase: 'refused'; error: unknown }
  | { phase: 'over' };

// Before the session ends, the host page is asked for a new token; this is also the longest wait for its answer.
const askBeforeMs = 5 * 60_000;
const patienceMs = 10_000;
const shortestMs = 5_000;

let state: EmbeddedState = { phase: 'starting' };
let token = '';
let started = false;
let timers: ReturnType<typeof setTimeout>[] = [];
let waiting: ReturnType<typeof setTimeout> | null = null;
// The session has ended, and only a new token can continue.
let lost = false;
const listeners = new Set<() => void>();

export const embeddedStore = {
  now: () => state,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

function become(next: EmbeddedState): void {
  state = next;
  endEmbedded(next.phase === 'over' || next.phase === 'refused');
  for (const listener of listeners) listener();
}

const framed = () => window.parent !== window;
/** Messages contain no secrets, so any host page may receive them. */
const say = (type: string, more: Record<string, unknown> = {}) => framed() && window.parent.postMessage({ type, ...more }, '*');

/** The host page's origin, as far as this browser reveals it. */
function parentOrigin(): string | null {
  if (!framed()) return null;
  const [nearest] = location.ancestorOrigins ?? [];
  if (nearest) return nearest;
  try {
    return new URL(document.referrer).origin;
  } catch {
    return null;
  }
}

const post = (path: string, input: Record<string, unknown>, bearer?: string) =>
  send({ method: 'POST', path, input, token: bearer ?? null, language: currentLanguage() });

function later(ms: number, run: () => void): void {
  timers.push(setTimeout(run, Math.min(Math.max(ms, shortestMs), 2_147_000_000)));
}

/** Asks the host page; runs `otherwise` when no answer arrives in time. */
function ask(otherwise: () => void): void {
  if (!framed()) {
    otherwise();
    return;
  }
  if (waiting) clearTimeout(waiting);
  waiting = setTimeout(otherwise, patienceMs);
  say('mirante:token-wanted');
}

function planRenewal(): void {
  const wait = untilRenewal(token, Date.now());
  if (wait !== null) later(wait, () => void renew().catch(() => undefined));
}

async function renew(): Promise<void> {
  try {
    const answer = (await post('/api/refresh/token', {}, token)) as { token: string }; // because the endpoint's contract is { token }
    token = answer.token;
    planRenewal();
  } catch (error) {
    if (error instanceof ApiError && (error.httpStatus === 401 || error.httpStatus === 403)) endOrAsk();
    else later(30_000, () => void renew().catch(() => undefined));
  }
}

function end(): void {
  say('mirante:over');
  become({ phase: 'over' });
}

/** The session has ended: asks the host page once, then shows that it has ended. */
export function endOrAsk(): void {
  if (lost || state.phase === 'over') return;
  lost = true;
  ask(end);
}

async function enter(given: string): Promise<void> {
  if (waiting) clearTimeout(waiting);
  waiting = null;
  // Because the endpoint's contract is this.
  const answer = (await post('/api/login/embedded', { token: given, parent: parentOrigin() })) as EmbeddedAnswer;
  for (const timer of timers.splice(0)) clearTimeout(timer);
  timers = [];
  lost = false;
  token = answer.token;
  if (isLanguage(answer.language)) await showLanguage(answer.language);
  const left = Date.parse(answer.until) - Date.parse(answer.serverNow);
  later(left - askBeforeMs, () => ask(() => undefined));
  later(left, endOrAsk);
  // The token must not stay in the address.
  if (location.pathname.startsWith('/embedded/')) history.replaceState(history.state, '', '/embedded/session');
  if (answer.scope === 'report' && answer.report) {
    planRenewal();
    become({ phase: 'report', report: answer.report });
  } else if (answer.session) {
    const first = !session.isSignedIn();
    if (first) await loadPortal();
    session.signIn(answer.session);
    become({ phase: 'portal' });
    if (first && location.pathname.startsWith('/embedded/')) go(answer.session.intended, { replace: true });
  }
  say('mirante:ready');
}

/** Starts once per document: with the token of the address, or with one from the host page. */
export function startEmbedded(given: string): void {
  if (started) return;
  started = true;
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const data = event.source === window.parent && framed() ? event.data : null;
    if (!data || typeof data !== 'object' || !('type' in data) || data.type !== 'mirante:token') return;
    const next = 'token' in data && typeof data.token === 'string' ? data.token : '';
    if (next) enter(next).catch((error: unknown) => afterRefusal(error));
  });
  enter(given).catch((error: unknown) => {
    // After a reload of the frame alone its token is already used; the host page may have another.
    const spent = error instanceof ApiError && (error.status === 'embedded_used' || error.status === 'embedded_token');
    if (spent) ask(() => refuse(error));
    else refuse(error);
  });
}

/** A later token was refused: the current content stays as long as its own session lives. */
function afterRefusal(error: unknown): void {
  if (lost) end();
  else if (state.phase !== 'report' && state.phase !== 'portal') refuse(error);
}

/** Starts again by asking the host page for a token, also from the portal's own pages. */
export function beginAnew(): void {
  history.replaceState(null, '', '/embedded/session');
  location.reload();
}

function refuse(error: unknown): void {
  say('mirante:refused', { status: error instanceof ApiError ? error.status : 'unexpected' });
  become({ phase: 'refused', error });
}

/** A call of the single report; renews an expired token, and asks the host page when the session has ended. */
export async function callReport(
  method: 'GET' | 'POST',
  path: string,
  input: Record<string, unknown> = {},
  keepalive = false,
): Promise<unknown> {
  const once = () => send({ method, path, input, token, language: currentLanguage(), keepalive });
  try {
    return await once();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 'token_expired') {
      await renew();
      return once();
    }
    if (error.status === 'session_gone' || error.status === 'token_invalid') endOrAsk();
    throw error;
  }
}
