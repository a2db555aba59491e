const longest = 500;

/** One line of JSON; long values are cut, and nobody passes tokens here. */
export function logLine(level: 'info' | 'warn' | 'error', event: string, more: Record<string, unknown>): void {
  const cut = Object.fromEntries(
    Object.entries(more).map(([key, value]) => [
      key,
      typeof value === 'string' && value.length > longest ? `${value.slice(0, longest)}…` : value,
    ]),
  );
  console[level](JSON.stringify({ level, event, ...cut }));
}

/** What may be said of an unexpected error in the log: its name, message and first frames, never a query's values. */
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
