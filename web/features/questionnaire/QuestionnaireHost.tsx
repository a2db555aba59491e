import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
import { call } from '../../app/data/api.ts';
import { questionnaire } from '../../app/shell/overlays.ts';
import { useTranslation } from '../../i18n.ts';
import { ownAnswerQuery, useRefreshAnswer } from './queries.ts';

const QuestionnaireDialog = lazy(() => import('./QuestionnaireDialog.tsx').then((module) => ({ default: module.QuestionnaireDialog })));

/** Spec 2 and 9: delay after landing. */
const delayMs = 1000;

/** Another dialog, or a report that waits for its capacity (BEHAVIOUR 9). */
const somethingIsOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"], .viewer-state') !== null;

/** Asks once after a sign-in, never over another dialog; then at the next sign-in. */
export function QuestionnaireHost() {
  const { t } = useTranslation();
  const wanted = questionnaire.useIsOpen();
  // No suspense: asked beside every page, which doesn't wait for it.
  const { data } = useQuery({ ...ownAnswerQuery, enabled: wanted });
  const [shown, setShown] = useState(false);
  const refresh = useRefreshAnswer();
  const ask = data?.ask === true;
  // The dialog's code loads when the question is due, and stays mounted until it has closed.
  const [asked, setAsked] = useState(false);
  if (ask && !asked) setAsked(true);
  // The delay is external to React.
  useEffect(() => {
    if (!wanted || !ask) return;
    const timer = setTimeout(() => (somethingIsOpen() ? questionnaire.close() : setShown(true)), delayMs);
    return () => clearTimeout(timer);
  }, [wanted, ask]);
  const close = () => {
    setShown(false);
    questionnaire.close();
    refresh();
  };
  const later = () => {
    void call('POST /api/auth/account/questionnaire/later', {}).catch(() => undefined);
    close();
  };
  if (!asked) return null;
  return <QuestionnaireDialog opened={shown} notNow={t('questionnaire.later')} onLater={later} onSaved={close} />;
}
