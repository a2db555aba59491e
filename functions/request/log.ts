const longest = 500;

const sampleRate = 0.05;
const slowMs = 1_000;
/** Every call that signs a person in or out, by any sign-in method; not what their pages and displays only read. */
const isSignIn = (path: string) =>
  /^\/api\/(login|logout|oauth|password|saml)(\/|$)/.test(path) && !/\/(config|options|poll|metadata\/[^/]+)$/.test(path);

/**
 * A request's weight in the log: 1 for errors, sign-ins and slow calls, which are always kept; 20 for the one in twenty of the other calls
 * that is kept; null for the rest. The choice depends on the request id alone, so it can be repeated from the id.
 */
export function getWeight(request: { requestId: string; path: string; status: number; ms: number }): number | null {
  if (request.status >= 400 || request.ms >= slowMs || isSignIn(request.path)) return 1;
  return Number.parseInt(request.requestId.slice(-6), 16) < sampleRate * 0x1000000 ? 1 / sampleRate : null;
}

/** Writes one line of JSON. Long values are cut; callers must not pass tokens. */
export function logLine(level: 'info' | 'warn' | 'error', event: string, more: Record<string, unknown>): void {
  const cut = Object.fromEntries(
    Object.entries(more).map(([key, value]) => [
      key,
      typeof value === 'string' && value.length > longest ? `${value.slice(0, longest)}…` : value,
    ]),
  );
  console[level](JSON.stringify({ level, event, ...cut }));
}

/** The loggable part of an unexpected error: its name, message and first frames, never a query's values. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error).slice(0, longest) };
  const cause = error.cause instanceof Error ? error.cause.message.slice(0, longest) : undefined;
  return {
    error: error.name,
    message: error.message.split('\nparams:')[0]?.slice(0, longest),
    cause,
    stack: error.stack?.split('\n').slice(1, 4).join(' | '),
  };
}
