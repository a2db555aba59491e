import type { Profile } from '../../../domain/access/profile.ts';
import { isOn, toFlag } from '../../../domain/contract/flag.ts';
import type { NoticeAudience, Severity, NoticeField as Stored } from '../../../domain/notices/fields.ts';
import { isEmpty, type RichText } from '../../../domain/rich-text/tree.ts';
import { type Language, languages } from '../../../domain/session/languages.ts';
import type { CallOutput } from '../../app/data/api.ts';
import { useTranslation } from '../../i18n.ts';
import { useForm } from '../../ui/use-form.ts';

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
export type NoticeField = 'title' | 'body' | 'texts' | 'audience' | 'startsAt' | 'endsAt';

const hour = 3_600_000;
const nextQuarter = (at: number) => new Date(Math.ceil(at / (hour / 4)) * (hour / 4)).toISOString();
export const noWords: Words = { title: '', body: [] };

/** The initial draft: on home from now on, for a week. */
export const newDraft = (now: number): NoticeDraft => ({
  ...{ words: noWords, texts: {}, severity: 'info', place: 'home', audience: 'all', profiles: [], groups: [], below: false },
  ...{ answer: 'dismiss', when: 'now', startsAt: nextQuarter(now + 24 * hour), ends: true, endsAt: nextQuarter(now + 7 * 24 * hour) },
});

export const draftOf = (row: NoticeRow): NoticeDraft => ({
  words: { title: row.title, body: row.body },
  texts: row.texts,
  severity: row.severity,
  place: isOn(row.atLogin) ? 'login' : 'home',
  audience: row.audience.type,
  profiles: row.audience.type === 'profiles' ? row.audience.profiles : [],
  groups: row.groups,
  below: isOn(row.audienceBelow),
  answer: isOn(row.mustAcknowledge) ? 'acknowledge' : isOn(row.dismissible) ? 'dismiss' : 'none',
  when: 'later',
  startsAt: row.startsAt,
  ends: row.endsAt !== null,
  endsAt: row.endsAt,
});

const isBlank = ({ title, body }: Words) => !title.trim() && isEmpty(body);
const isHalf = (words: Words) => !isBlank(words) && (!words.title.trim() || isEmpty(words.body));
/** The languages that have no text of their own. */
export const gapsOf = (texts: NoticeDraft['texts']): Language[] => languages.filter((language) => isBlank(texts[language] ?? noWords));

const audienceOf = ({ place, audience, profiles, groups }: NoticeDraft): NoticeAudience =>
  place === 'login' || audience === 'all'
    ? { type: 'all' }
    : audience === 'profiles'
      ? { type: 'profiles', profiles }
      : { type: 'groups', ids: groups.map(({ id }) => id) };

/** The fields in the endpoints' format; a language without a text is not sent. */
export const fieldsOf = (draft: NoticeDraft) =>
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
    audience: audienceOf(draft),
    audienceBelow: toFlag(draft.below),
    dismissible: toFlag(draft.answer === 'dismiss'),
    mustAcknowledge: toFlag(draft.answer === 'acknowledge'),
    endsAt: draft.ends ? draft.endsAt : null,
  }) satisfies Record<Exclude<Stored, 'startsAt'>, unknown>;

/** The fields of a notice and what is wrong with them. */
export function useNoticeForm(start: NoticeDraft, names: Record<Language, string>, version = 0) {
  const { t } = useTranslation();
  const required = (name: string) => t('ui.form.required', { name });
  return useForm<NoticeDraft, NoticeField>({
    start,
    version,
    problems(draft) {
      const { words, texts, ends, endsAt, place, audience } = draft;
      const startsAt = draft.when === 'now' ? Date.now() : Date.parse(draft.startsAt ?? '');
      const half = languages.find((language) => isHalf(texts[language] ?? noWords));
      const isNarrowed = place === 'home';
      const endProblem = !ends ? null : !endsAt ? required(t('notices.form.endsAt')) : Date.parse(endsAt) <= Math.max(startsAt, Date.now());
      return {
        ...(!words.title.trim() && { title: required(t('notices.form.title')) }),
        ...(isEmpty(words.body) && { body: required(t('notices.form.body')) }),
        ...(half && { texts: t('notices.form.half', { language: names[half] }) }),
        ...(isNarrowed && audience === 'profiles' && draft.profiles.length === 0 && { audience: required(t('notices.form.profiles')) }),
        ...(isNarrowed && audience === 'groups' && draft.groups.length === 0 && { audience: required(t('notices.form.groups')) }),
        ...(draft.when === 'later' && !draft.startsAt && { startsAt: required(t('notices.form.startsAt')) }),
        ...(endProblem && { endsAt: endProblem === true ? t('notice_times') : endProblem }),
      };
    },
  });
}
export type NoticeFormState = ReturnType<typeof useNoticeForm>;
