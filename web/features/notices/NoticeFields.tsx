import { Radio } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { severities } from '../../../domain/notices/fields.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import { MomentField } from '../../ui/MomentField.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { AudienceFields } from './AudienceFields.tsx';
import { Choice } from './Choice.tsx';
import { NoticePreview } from './NoticePreview.tsx';
import type { Answer, DraftForm } from './notice-draft.ts';
import type { NoticeFormState } from './use-notice-form.ts';
import { type Shown, WordFields } from './WordFields.tsx';

const answers: readonly Answer[] = ['dismiss', 'acknowledge', 'none'];

/** When the notice is shown; the start of one that is shown stays. */
function TimeFields({ form, isNew, isShown }: { form: NoticeFormState; isNew: boolean; isShown: boolean }) {
  const { t } = useTranslation();
  const zone = useZone();
  const { draft } = form;
  const now = new Date();
  return (
    <>
      {isNew && (
        <Choice
          label={t('notices.form.when')}
          values={['now', 'later'] as const}
          getName={(value) => t(`notices.when.${value}`)}
          value={draft.when}
          onChange={(when) => form.change({ when })}
        />
      )}
      {draft.when === 'later' && !isShown && (
        <MomentField
          label={t('notices.form.startsAt')}
          value={draft.startsAt}
          onChange={(startsAt) => form.change({ startsAt })}
          zone={zone}
          error={form.getError('startsAt')}
          from={now}
        />
      )}
      <SwitchRow
        label={t('notices.form.ends')}
        text={t('notices.form.endsHelp')}
        checked={draft.ends}
        onChange={(ends) => form.change({ ends })}
      />
      {draft.ends && (
        <MomentField
          label={t('notices.form.endsAt')}
          value={draft.endsAt}
          onChange={(endsAt) => form.change({ endsAt })}
          zone={zone}
          error={form.getError('endsAt')}
          from={now}
        />
      )}
    </>
  );
}

/** What a notice says, for which readers and where; `children` stand above its preview and say when it is shown. */
export function UntimedFields({ form, children }: { form: DraftForm; children: ReactNode }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Shown>('main');
  const { draft } = form;
  return (
    <>
      <WordFields form={form} shown={shown} onShow={setShown} />
      <Choice
        label={t('notices.form.severity')}
        values={severities.toReversed()}
        getName={(value) => t(`notices.severity.${value}`)}
        value={draft.severity}
        onChange={(severity) => form.change({ severity })}
      />
      <Choice
        label={t('notices.form.place')}
        values={['home', 'login'] as const}
        getName={(value) => t(`notices.place.${value}`)}
        value={draft.place}
        onChange={(place) => form.change({ place })}
      />
      {draft.place === 'login' && <p className="small muted">{t('notices.form.loginHelp')}</p>}
      <AudienceFields form={form} />
      {draft.place === 'home' && (
        <Radio.Group
          label={t('notices.form.answer')}
          value={draft.answer}
          onChange={(value) => form.change({ answer: answers.find((known) => known === value) ?? 'dismiss' })}
        >
          <div className="audience">
            {answers.map((answer) => (
              <Radio key={answer} value={answer} label={t(`notices.answer.${answer}`)} description={t(`notices.answer.${answer}Help`)} />
            ))}
          </div>
        </Radio.Group>
      )}
      {children}
      <NoticePreview draft={draft} words={shown === 'main' ? draft.words : (draft.texts[shown] ?? draft.words)} />
    </>
  );
}

export const NoticeFields = ({ form, ...times }: { form: NoticeFormState; isNew: boolean; isShown: boolean }) => (
  <UntimedFields form={form}>
    <TimeFields form={form} {...times} />
  </UntimedFields>
);
