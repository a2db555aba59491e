import { languageNames } from '../../../i18n/languages.ts';
import { useTranslation } from '../../i18n.ts';
import { useForm } from '../../ui/use-form.ts';
import { type NoticeDraft, type NoticeProblem, problemsOfNotice, type UntimedField } from './notice-draft.ts';

export type NoticeField = UntimedField | 'startsAt' | 'endsAt';

/** The fields of a notice and what is wrong with them. */
export function useNoticeForm(start: NoticeDraft, version = 0) {
  const { t } = useTranslation();
  const required = (name: string) => t('ui.form.required', { name });
  const shown = (problem: NoticeProblem): [NoticeField, string] => {
    const { field } = problem;
    if (field === 'texts') return [field, t('notices.form.half', { language: languageNames[problem.language] })];
    return [field === 'profiles' || field === 'groups' ? 'audience' : field, required(t(`notices.form.${field}`))];
  };
  return useForm<NoticeDraft, NoticeField>({
    start,
    version,
    problems(draft) {
      const { ends, endsAt } = draft;
      const startsAt = draft.when === 'now' ? Date.now() : Date.parse(draft.startsAt ?? '');
      const endProblem = !ends ? null : !endsAt ? required(t('notices.form.endsAt')) : Date.parse(endsAt) <= Math.max(startsAt, Date.now());
      return {
        ...Object.fromEntries(problemsOfNotice(draft).map(shown)),
        ...(draft.when === 'later' && !draft.startsAt && { startsAt: required(t('notices.form.startsAt')) }),
        ...(endProblem && { endsAt: endProblem === true ? t('notice_times') : endProblem }),
      };
    },
  });
}
export type NoticeFormState = ReturnType<typeof useNoticeForm>;
