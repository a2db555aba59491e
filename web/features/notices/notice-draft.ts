import type { Profile } from '../../../domain/access/profile.ts';
import { isOn, toFlag } from '../../../domain/contract/flag.ts';
import type { NoticeAudience, Severity, NoticeField as Stored } from '../../../domain/notices/fields.ts';
import { isEmpty, type RichText } from '../../../domain/rich-text/tree.ts';
import { type Language, languages } from '../../../domain/session/languages.ts';
import type { CallOutput } from '../../app/data/api.ts';

export type NoticeRow = CallOutput<'GET /api/auth/notices'>['items'][number];
export type Words = { title: string; body: RichText };
type Named = { id: string; name: string };
export type Answer = 'dismiss' | 'acknowledge' | 'none';

export type NoticeDraft = {
  words: Words;
  /** The languages that have their own text. */
  texts: Partial<Record<Language, Words>>;
  severity: Severity;
  place: 'home' | 'login';
  audience: NoticeAudience['type'];
  profiles: Profile[];
  groups: readonly Named[];
  below: boolean;
  answer: Answer;
  when: 'now' | 'later';
  startsAt: string | null;
  ends: boolean;
  endsAt: string | null;
};
export type UntimedField = 'title' | 'body' | 'texts' | 'audience';
/** A form of which a notice is all or a part. */
export type DraftForm = {
  draft: NoticeDraft;
  change: (part: Partial<NoticeDraft>) => void;
  getError: (field: UntimedField) => string | undefined;
};

const hour = 3_600_000;
const nextQuarter = (at: number) => new Date(Math.ceil(at / (hour / 4)) * (hour / 4)).toISOString();
export const noWords: Words = { title: '', body: [] };

/** The initial draft: on home from now on, for a week. */
export const newDraft = (now: number): NoticeDraft => ({
  ...{ words: noWords, texts: {}, severity: 'info', place: 'home', audience: 'all', profiles: [], groups: [], below: false },
  ...{ answer: 'dismiss', when: 'now', startsAt: nextQuarter(now + 24 * hour), ends: true, endsAt: nextQuarter(now + 7 * 24 * hour) },
});

type Untimed = Pick<NoticeRow, 'title' | 'body' | 'texts' | 'severity' | 'atLogin' | 'audience' | 'audienceBelow' | 'dismissible'> &
  Pick<NoticeRow, 'mustAcknowledge' | 'groups'>;

/** The draft of what is stored without its times, which are those of a new notice. */
export const draftOfUntimed = (row: Untimed): NoticeDraft => ({
  ...newDraft(Date.now()),
  words: { title: row.title, body: row.body },
  texts: row.texts,
  severity: row.severity,
  place: isOn(row.atLogin) ? 'login' : 'home',
  audience: row.audience.type,
  profiles: row.audience.type === 'profiles' ? row.audience.profiles : [],
  groups: row.groups,
  below: isOn(row.audienceBelow),
  answer: isOn(row.mustAcknowledge) ? 'acknowledge' : isOn(row.dismissible) ? 'dismiss' : 'none',
});

export const toDraft = (row: NoticeRow): NoticeDraft => ({
  ...draftOfUntimed(row),
  ...{ when: 'later', startsAt: row.startsAt, ends: row.endsAt !== null, endsAt: row.endsAt },
});

const isBlank = ({ title, body }: Words) => !title.trim() && isEmpty(body);
const isHalf = (words: Words) => !isBlank(words) && (!words.title.trim() || isEmpty(words.body));
/** The languages that have no text of their own. */
export const getGaps = (texts: NoticeDraft['texts']): Language[] => languages.filter((language) => isBlank(texts[language] ?? noWords));

const getAudience = ({ place, audience, profiles, groups }: NoticeDraft): NoticeAudience =>
  place === 'login' || audience === 'all'
    ? { type: 'all' }
    : audience === 'profiles'
      ? { type: 'profiles', profiles }
      : { type: 'groups', ids: groups.map(({ id }) => id) };

/** What the notice says, for which readers and where, in the endpoints' format; a language without a text is not sent. */
export const untimedFields = (draft: NoticeDraft) =>
  ({
    title: draft.words.title.trim(),
    body: draft.words.body,
    texts: Object.fromEntries(
      Object.entries(draft.texts).flatMap(([language, words]) =>
        isBlank(words) ? [] : [[language, { ...words, title: words.title.trim() }]],
      ),
    ),
    severity: draft.severity,
    atLogin: toFlag(draft.place === 'login'),
    audience: getAudience(draft),
    audienceBelow: toFlag(draft.below),
    dismissible: toFlag(draft.answer === 'dismiss'),
    mustAcknowledge: toFlag(draft.answer === 'acknowledge'),
  }) satisfies Record<Exclude<Stored, 'startsAt' | 'endsAt'>, unknown>;

/** The same with its end. */
export const getFields = (draft: NoticeDraft) =>
  ({ ...untimedFields(draft), endsAt: draft.ends ? draft.endsAt : null }) satisfies Record<Exclude<Stored, 'startsAt'>, unknown>;

export type NoticeProblem = { field: 'title' | 'body' | 'profiles' | 'groups' } | { field: 'texts'; language: Language };

/** What a draft lacks, but for its times: of the words, and of its audience. */
export function problemsOfNotice({ words, texts, place, audience, profiles, groups }: NoticeDraft): NoticeProblem[] {
  const half = languages.find((language) => isHalf(texts[language] ?? noWords));
  const isNarrowed = place === 'home';
  return [
    ...(words.title.trim() ? [] : [{ field: 'title' as const }]),
    ...(isEmpty(words.body) ? [{ field: 'body' as const }] : []),
    ...(half ? [{ field: 'texts' as const, language: half }] : []),
    ...(isNarrowed && audience === 'profiles' && profiles.length === 0 ? [{ field: 'profiles' as const }] : []),
    ...(isNarrowed && audience === 'groups' && groups.length === 0 ? [{ field: 'groups' as const }] : []),
  ];
}
