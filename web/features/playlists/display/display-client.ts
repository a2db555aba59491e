import { ApiError } from '../../../app/data/api-error.ts';
import { carryOut, type Tools } from '../../../app/data/effects.ts';
import { getOperation, reactTo } from '../../../app/data/react-to.ts';
import { hasEnded, tokenLife, untilRenewal } from '../../../app/session/token-life.ts';

type Around = {
  token: string;
  send: (path: string, input: Record<string, unknown>, token: string) => Promise<unknown>;
  keep: (token: string) => void;
  path: () => string;
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  toast: Tools['toast'];
  reload: () => void;
  /** The session has ended: revoked, expired, or its link was regenerated. */
  onEnd: () => void;
};

const shortestMs = 5_000;
const refreshPath = '/api/refresh/token';

/**
 * The API calls of a display. Its token is renewed at half of its lifetime; if that came too late, the specification applies
 * (Spec 4): 401 'Token is Expired' → a new token, the call again after 0.5 s, a reload after 1 s, a notice for 1 s.
 */
export function createDisplayClient(around: Around) {
  const { send, now, after } = around;
  let token = around.token;
  let ended = false;
  let refreshing: Promise<string> | null = null;
  let cancel = () => {};
  // How far the server's clock is ahead of this machine's, measured with each token.
  let skew = 0;

  function end(): void {
    if (ended) return;
    ended = true;
    cancel();
    around.onEnd();
  }

  async function renew(): Promise<string> {
    const answer = (await send(refreshPath, {}, token)) as { token: string }; // because the endpoint's contract is { token }
    token = answer.token;
    const life = tokenLife(token);
    if (life) skew = life.issuedAt - now();
    around.keep(token);
    plan();
    return token;
  }

  const refresh = (): Promise<string> => {
    refreshing ??= renew().finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  async function refreshOrReact(): Promise<string> {
    try {
      return await refresh();
    } catch (error) {
      if (error instanceof ApiError && !error.handled) await react(error, refreshPath, false);
      throw error;
    }
  }

  function plan(): void {
    cancel();
    const wait = untilRenewal(token, now() + skew);
    // A failed renewal is retried by the next call that needs the token.
    if (wait !== null && !ended) cancel = after(Math.max(wait, shortestMs), () => void refreshOrReact().catch(() => undefined));
  }

  const tools: Tools = {
    toast: around.toast,
    logout: end,
    go: () => {},
    reload: (ms) => void after(ms, around.reload),
    refreshToken: () => refreshOrReact(),
    // A display has no user and therefore no second factor.
    askFactor: () => Promise.resolve(false),
    wait: (ms) => new Promise<void>((resolve) => void after(ms, resolve)),
    log: () => {},
  };

  async function react(error: ApiError, path: string, repeated: boolean): Promise<boolean> {
    // A suspended unit may be reactivated, and its displays with it.
    if (error.status === 'tenant_blocked') return false;
    const effects = reactTo(error, { signedIn: true, path: around.path(), operation: getOperation(path), repeated });
    const { retry, handled } = await carryOut(effects, tools);
    error.handled = handled;
    return retry;
  }

  async function attempt(path: string, input: Record<string, unknown>, repeated: boolean): Promise<unknown> {
    if (hasEnded(token, now() + skew)) await refreshOrReact();
    try {
      return await send(path, input, token);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if ((await react(error, path, repeated)) && !repeated) return attempt(path, input, true);
      throw error;
    }
  }

  plan();
  return {
    call: (path: string, input: Record<string, unknown>) => attempt(path, input, false),
    hasEnded: () => ended,
    stop: () => cancel(),
  };
}
