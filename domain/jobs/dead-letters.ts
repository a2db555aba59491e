import { jobMessage } from './message.ts';

/** What is stored of a failed message: never personal data, never a secret. */
export type KeptMessage = {
  kind: string;
  unit: string | null;
  body: Record<string, string | boolean | null>;
  /** False: part of it was not stored. */
  whole: boolean;
};

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
const isInstant = (value: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(value);
const isWord = (value: unknown): value is string => typeof value === 'string' && /^[a-z][a-z-]{0,39}$/.test(value);
const unknownKind = 'unknown';

/**
 * A message that this version knows holds ids, instants and names of jobs. Of an unknown one only its kind and values that can only be an
 * id or an instant are stored: another version may write something else.
 */
export function getKept(message: unknown): KeptMessage {
  const known = jobMessage.safeParse(message);
  if (known.success) {
    const { kind, ...rest } = known.data;
    return { kind, unit: 'tenant' in rest ? (rest.tenant ?? null) : null, body: { kind, ...rest }, whole: true };
  }
  const isObject = typeof message === 'object' && message !== null && !Array.isArray(message);
  const fields = isObject ? Object.entries(message) : [];
  const kept = fields.filter(
    ([key, value]) =>
      isKey(key) &&
      ((key === 'kind' || key === 'job' ? isWord(value) : isId(value) || (typeof value === 'string' && isInstant(value))) ||
        value === null ||
        typeof value === 'boolean'),
  );
  const body: KeptMessage['body'] = Object.fromEntries(kept);
  return {
    kind: isWord(body.kind) ? body.kind : unknownKind,
    unit: isId(body.tenant) ? body.tenant : null,
    body,
    whole: isObject && kept.length === fields.length && isWord(body.kind),
  };
}
const isKey = (key: string) => /^[a-zA-Z_]{1,40}$/.test(key);

const longest = 300;

/**
 * What an error may reveal to an operator: addresses, quoted values, telephone numbers and anything that looks like a secret are removed.
 */
export function plainError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  return (said.split('\n')[0] ?? '')
    .replace(/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, '[address]')
    .replace(/[^\s<>"'(=:,]+@[^\s<>"'),:;]+/g, '[e-mail]')
    .replace(/(["'«“‘`])(?:(?!\1)[^"'»”’`])*?[^\w.\-"'«»“”‘’`](?:(?!\1)[^"'»”’`])*?["'»”’`]/g, '"…"')
    .replace(/=\s*\([^)]*\)/g, '=(…)')
    .replace(/(?![0-9a-f]{8}(?:-[0-9a-f]{4}){3}-)(?<![\w-])[\w+/=.~-]{28,}/g, '[…]')
    .replace(/(?<![\w-])\+?\d[\d ().-]{7,}\d(?![\w-])/g, '[number]')
    .slice(0, longest);
}
