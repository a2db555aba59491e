import { profiles, userFlags } from '../access/profile.ts';
import { WEEKDAYS, weekdayShort } from '../format/calendar.ts';
import { formatDateTime } from '../format/date.ts';
import type { Window } from '../playlists/windows.ts';
import type { Language } from '../session/contract.ts';
import { positions, statuses } from '../users/person.ts';

// Codes of the wire that a reader of the record sees in words, by the kind of what they are codes of.
const codes = {
  status: statuses,
  profile: profiles,
  position: positions,
  flags: userFlags,
  mfa_required: ['all', 'administrators'],
  audience: ['everyone', 'chosen'],
} as const;
type Kind = keyof typeof codes;
type CodeKey = { [K in Kind]: `audit.value.${K}.${(typeof codes)[K][number]}` }[Kind];

const kinds: Readonly<Record<string, Kind>> = {
  ...{ status: 'status', jitStatus: 'status', profile: 'profile', defaultProfile: 'profile', position: 'position', flags: 'flags' },
  ...{ mfa_required: 'mfa_required', audience: 'audience' },
};
// What people wrote themselves, whatever it looks like.
const written = ['name', 'description', 'reason', 'note', 'department', 'username', 'rlsUsername', 'from', 'prefix', 'watermark_template'];
const instant = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** What stands for yes and no in a record: the wire's flags, the columns' booleans, and the two answers of remote_consent. */
const switches: Readonly<Record<string, 'on' | 'off'>> = { S: 'on', true: 'on', each: 'on', N: 'off', false: 'off', none: 'off' };

const codeKey = (kind: Kind, code: string): CodeKey | null =>
  codes[kind].some((known) => known === code) ? (`audit.value.${kind}.${code}` as CodeKey) : null; // because it was found among the codes

type Words = { t: (key: CodeKey | 'audit.value.on' | 'audit.value.off') => string; language: Language; zone: string };

function hoursWords(text: string, language: Language): string | null {
  try {
    const windows: Window[] = JSON.parse(text);
    return windows
      .map(({ days, from, to }) => `${days.map((day) => weekdayShort(language, WEEKDAYS[day % 7] ?? 'SUNDAY')).join(', ')} ${from}–${to}`)
      .join('; ');
  } catch {
    return null;
  }
}

/** The value of a field of a record as people read it. */
export function auditValue(field: string, value: string | null, { t, language, zone }: Words): string {
  if (value === null || value === '') return '–';
  if (written.includes(field)) return value;
  const kind = kinds[field];
  if (kind) {
    const wordOf = (code: string) => {
      const key = codeKey(kind, code);
      return key ? t(key) : code;
    };
    return value.split(', ').map(wordOf).join(', ');
  }
  if (field === 'accessHours') return hoursWords(value, language) ?? value;
  if (instant.test(value)) return formatDateTime(language, new Date(value), zone);
  const set = switches[value];
  return set ? t(`audit.value.${set}`) : value;
}
