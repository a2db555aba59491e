import type { Calls } from './held.ts';
import type { Move } from './move.ts';
import type { Scene } from './scene.ts';
import { type AuditRow, getAudit, type State } from './state.ts';

type Row = Record<string, unknown>;
type Change = { zone: string; unit: string; part: string; key: string; old: unknown; now: unknown };
// Because the audit log keeps facts in objects.
const half = (row: AuditRow, side: 'before' | 'after'): Row => (row.change[side] ?? {}) as Row;
const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** How the audit log calls the rights of a person. */
const rights = {
  profile: 'profile',
  status: 'status',
  flags: 'flags',
  ip: 'ipExempt',
  remote: 'allowRemote',
  hours: 'accessHours',
} as const;

/** Says of each changed right what it was and what it became; a removal and a restoration say it of all. */
function tellsRights(rows: readonly AuditRow[], { key, old, now }: Change): boolean {
  const about = rows.filter(({ row_id }) => row_id === key);
  if (about.some(({ what }) => what === 'user.remove' || what === 'user.restore')) return true;
  const [before, after] = [old, now] as (Row | undefined)[]; // because the zone keeps an object
  // Only people with a higher profile or a flag are watched, and the actors: who wasn't before had neither, who isn't any more has neither.
  if (!before || !after)
    return about.some((row) =>
      (['before', 'after'] as const).some((side) =>
        ['profile', 'flags'].some(
          (right) =>
            right in half(row, side) &&
            same(half(row, side)[right], (side === 'before' ? before : after)?.[right] ?? (right === 'flags' ? [] : 'user')),
        ),
      ),
    );
  return Object.entries(rights).every(([right, name]) => {
    if (same(before[right], after[right])) return true;
    if (right === 'remote' && about.some(({ what, change }) => what === 'remote.consent' && change.allow === after.remote)) return true;
    return about.some((row) => same(half(row, 'after')[name], after[right]) && same(half(row, 'before')[name], before[right]));
  });
}

const row =
  (what: RegExp) =>
  (rows: readonly AuditRow[], { key }: Change) =>
    rows.some((each) => what.test(each.what) && each.row_id === key);
/** What of each part the audit log must tell. */
const tells: Record<string, (rows: readonly AuditRow[], change: Change) => boolean> = {
  rights: tellsRights,
  people: (rows, { key, old, now }) =>
    rows.some(
      (each) =>
        each.row_id === key &&
        (/^(user\.(remove|restore|copied_out|add)|account\.(accepted|reset)|factor\.)/.test(each.what) ||
          [String(half(each, 'before').email), String(half(each, 'after').email)].some((email) => `${old} ${now}`.includes(email))),
    ),
  groups: (rows, { key }) =>
    rows.some(({ what, row_id }) => /^(membership|user_group|user|saml|entra)\./.test(what) && row_id !== null && key.includes(row_id)),
  factors: (rows, { old, now }) =>
    rows.some(({ what, row_id }) => /^(factor\.|user\.(unlink|remove))/.test(what) && row_id === (now ?? old)),
  providers: row(/^(saml|entra)\./),
  links: (rows, { old, now }) =>
    rows.some(
      (each) =>
        /^user\.(link|unlink|remove)$/.test(each.what) &&
        each.row_id !== null &&
        String(now ?? old).endsWith(each.row_id) &&
        (each.what === 'user.remove' || String(now ?? old).includes(String(half(each, now ? 'after' : 'before').identity))),
    ),
  tokens: row(/^scim\./),
  mappings: row(/^scim\./),
  embedding: row(/^embedKey\./),
  mail: (rows) => rows.some(({ what, change }) => /^mail\.server/.test(what) && ('before' in change || 'after' in change)),
  domains: (rows, { key }) => rows.some((each) => JSON.stringify(each.change).includes(key)),
  relations: (rows, { key, old, now }) => {
    const [before, after] = [old, now] as (Row | undefined)[]; // because the zone keeps an object
    return rows.some(
      (each) =>
        /^partner\./.test(each.what) &&
        each.row_id === key &&
        same(half(each, 'after').status, after?.status) &&
        same(half(each, 'before').status, before?.status) &&
        same(half(each, 'after').verify, after?.verify) &&
        same(half(each, 'before').verify, before?.verify),
    );
  },
  settings: (rows, { key, now }) =>
    rows.some((each) => each.what === 'settings.edit' && key in half(each, 'after') && same(half(each, 'after')[key], now)),
  displays: row(/^device\./),
  state: (rows, { key, old, now }) =>
    rows.some(
      (each) =>
        /^tenant\./.test(each.what) &&
        (key !== 'status' || (same(half(each, 'before').status, old) && same(half(each, 'after').status, now))),
    ),
  held: (rows) => rows.some(({ what }) => /^tenant\./.test(what)),
};
/** Of accounts, in whichever unit it was done. */
const tellsAccount: Record<string, RegExp> = {
  password: /^account\./,
  factors: /^factor\./,
  members: /^(user|account|factor)\./,
};

const value = (zones: Record<string, string>, zone: string): unknown => (zones[zone] === undefined ? undefined : JSON.parse(zones[zone]));

function getChange(zone: string, before: State, after: State): Change {
  const [head = '', part = '', ...rest] = zone.split(' ');
  const [unit = ''] = head.split(':');
  return { zone, unit, part, key: rest.join(' '), old: value(before.zones, zone), now: value(after.zones, zone) };
}

/** What belongs to rights, credentials, keys and links; jobs write rows of other kinds at any time. */
const named =
  /^(user|factor|account|saml|scim|entra|embedKey|mail\.server|partner|settings|device\.(add|pair|rotate|revoke)|tenant|membership)\b/;

/** Rows in the name of a user who made no call: not the caller, not who acts for them, no sign-in in progress, no directory. */
function nameless(all: readonly AuditRow[], { callers, isUnsigned }: Calls): AuditRow[] {
  const isCaller = ({ user_id, actor_id }: AuditRow) => callers.some(({ user, actor }) => user === user_id && actor === actor_id);
  const hasImport = all.some((each) => each.what === 'user_import.start' && isCaller(each));
  return all.filter(
    (each) =>
      named.test(each.what) &&
      !isCaller(each) &&
      !(each.user_id === null && (isUnsigned || hasImport)) &&
      !(isUnsigned && each.user_id === each.row_id),
  );
}

/** The changes that the audit log doesn't tell, with who made them and what was before and after. */
export function unrecorded(scene: Scene, move: Move, calls: Calls, changed: readonly string[], before: State, after: State): string[] {
  const found: string[] = [];
  for (const zone of changed) {
    const change = getChange(zone, before, after);
    if (change.unit === 'bound') continue;
    if (change.unit === 'account') {
      const name = /^account:(\w+) (\w+)/.exec(zone);
      const pattern = tellsAccount[name?.[2] ?? ''];
      if (!after.audit.some(({ what }) => pattern?.test(what))) found.push(`changed ${zone} without an audit row`);
      continue;
    }
    const rows = getAudit(scene, after, change.unit);
    if (!tells[change.part]?.(rows, change))
      found.push(
        `changed ${zone} without its facts in the audit log: ${JSON.stringify(change.old)} → ${JSON.stringify(change.now)}; ${JSON.stringify(rows)}`,
      );
  }
  if (changed.length > 0)
    for (const { what, user_id, actor_id } of nameless(after.audit, calls))
      found.push(`${move.name}: ${what} is recorded in the name of ${user_id}, by ${actor_id}, who made no call`);
  return found;
}
