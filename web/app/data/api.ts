import type * as z from 'zod/mini';
import type { AnyEndpoint } from '../../../domain/contract/all.ts';
import { currentLanguage } from '../../i18n.ts';
import { go } from '../address/navigation.ts';
import { notify } from '../notices/notify.ts';
import { freshFactor } from '../session/fresh-factor.ts';
import { leave, session } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { carryOut, type Tools } from './effects.ts';
import { getOperation, reactTo } from './react-to.ts';
import { send } from './wire.ts';

type ByKey = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E };
export type CallKey = keyof ByKey;
export type CallInput<K extends CallKey> = z.input<ByKey[K]['input']>;
export type CallOutput<K extends CallKey> = z.output<ByKey[K]['output']>;
/** With `keepalive` the call is sent even if the page is left at that moment; browsers limit the bodies of such calls to 64 kB. */
export type CallOptions = { signal?: AbortSignal; keepalive?: boolean };

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function toolsFor(error: ApiError): Tools {
  return {
    toast: ({ kind, text, vars, lastsMs, requestId }) => notify({ kind, text, vars, lastsMs, requestId }),
    logout: leave,
    go: (to) => go(to, { force: true }),
    reload: (afterMs) => setTimeout(() => location.reload(), afterMs),
    refreshToken: refreshOrReact,
    askFactor: freshFactor.ask,
    wait,
    log: () => console.warn(error.message, error.requestId ?? ''),
  };
}

async function react(error: ApiError, path: string, repeated: boolean): Promise<boolean> {
  const context = { signedIn: session.isSignedIn(), path: location.pathname, operation: getOperation(path), repeated };
  const effects = reactTo(error, context);
  const shown = effects.find((effect) => effect.do === 'show');
  if (shown) error.words = { text: shown.text, vars: shown.vars };
  const { retry, handled } = await carryOut(effects, toolsFor(error));
  error.handled = handled;
  return retry;
}

/** Renews the token; a refusal is handled by its own rule of Spec 8 and then rethrown. */
export async function refreshOrReact(): Promise<string> {
  try {
    return await session.refresh();
  } catch (error) {
    if (error instanceof ApiError && !error.handled) await react(error, '/api/refresh/token', false);
    throw error;
  }
}

async function attempt(
  method: string,
  path: string,
  input: Record<string, unknown>,
  options: CallOptions,
  repeated: boolean,
): Promise<unknown> {
  // Sign-in calls never send the token of an existing session.
  const token = ['sign-in', 'enter-company', 'saml-login', 'saml-callback'].includes(getOperation(path)) ? null : await tokenOrReact();
  try {
    return await send({ method, path, input, token, language: currentLanguage(), ...options });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const retry = await react(error, path, repeated);
    if (retry && !repeated) return attempt(method, path, input, options, true);
    throw error;
  }
}

async function tokenOrReact(): Promise<string | null> {
  try {
    return await session.token();
  } catch (error) {
    if (error instanceof ApiError && !error.handled) await react(error, '/api/refresh/token', false);
    throw error;
  }
}

/**
 * Calls the API: `call('GET /api/auth/reports/{id}', { id })`. Key, input and output are typed by the contract; there is no timeout, only
 * the caller's signal. Product-wide reactions (an expired session, stale permissions) run before the ApiError is thrown; `handled` says so.
 */
export async function call<K extends CallKey>(key: K, input: CallInput<K>, options: CallOptions = {}): Promise<CallOutput<K>> {
  const [method = '', path = ''] = key.split(' ');
  // because the Worker parses every answer with the contract's own schema before it leaves
  return (await attempt(method, path, { ...input }, options, false)) as CallOutput<K>;
}
