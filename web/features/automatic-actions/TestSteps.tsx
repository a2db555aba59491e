import { useSuspenseQuery } from '@tanstack/react-query';
import { isOn } from '../../../domain/contract/flag.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconCircleCheck, IconCircleX, IconRefresh } from '../../ui/icons.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { testQuery } from './queries.ts';
import { reasonWords } from './run-words.ts';

/** What a run would do now, step by step; nothing is changed. */
export function TestSteps({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, isFetching, refetch } = useSuspenseQuery(testQuery(id));
  const isFine = data.steps.every(({ ok }) => isOn(ok));
  return (
    <div className="actions-fields">
      <p className="small muted">{t('actions.test.help')}</p>
      <ol className="plain-list actions-steps">
        {data.steps.map(({ step, ok, reason }) => {
          const Glyph = isOn(ok) ? IconCircleCheck : IconCircleX;
          return (
            <li key={step} data-ok={ok}>
              <Glyph size={18} stroke={1.9} aria-hidden="true" />
              <span>
                <b>{t(`actions.test.${step}`)}</b> <VisuallyHidden>{t(isOn(ok) ? 'actions.test.ok' : 'actions.test.wrong')}</VisuallyHidden>
                {reason && <span className="small muted actions-step-reason">{reasonWords(reason, t)}</span>}
              </span>
            </li>
          );
        })}
      </ol>
      {data.people !== null && <p className="small">{t('actions.test.people', { count: data.people })}</p>}
      <p className="small" role="status">
        <b>{t(isFine ? 'actions.test.fine' : 'actions.test.stops')}</b>
      </p>
      <p>
        <Button size="s" icon={IconRefresh} loading={isFetching} onClick={() => void refetch()}>
          {t('actions.test.again')}
        </Button>
      </p>
    </div>
  );
}
