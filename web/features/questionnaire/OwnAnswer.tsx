import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { QuestionnaireDialog } from './QuestionnaireDialog.tsx';
import { ownAnswerQuery, useRefreshAnswer } from './queries.ts';
import './questionnaire.css';

/** The user's own answer in the profile, editable at any time; nothing where the unit does not ask. */
export function OwnAnswer() {
  const { t } = useTranslation();
  // No suspense: an addition to the profile, which appears only where the unit asks.
  const { data } = useQuery(ownAnswerQuery);
  const [editing, setEditing] = useState(false);
  const refresh = useRefreshAnswer();
  if (!data?.on) return null;
  const answer = data.other ?? (data.answer ? t(`questionnaire.option.${data.answer}`) : t('questionnaire.none'));
  return (
    <section className="questionnaire-own" aria-label={t('questionnaire.title')}>
      <p className="small muted">{t('questionnaire.title')}</p>
      <p className="row row-wrap">
        <b>{answer}</b>
        <Button size="s" onClick={() => setEditing(true)}>
          {t('questionnaire.change')}
        </Button>
      </p>
      {editing && (
        <QuestionnaireDialog
          opened
          before={data}
          notNow={t('ui.cancel')}
          onLater={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            refresh();
          }}
        />
      )}
    </section>
  );
}
