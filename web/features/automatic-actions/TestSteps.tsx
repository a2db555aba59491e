import { useSuspenseQuery } from '@tanstack/react-query';
import type { TaskAction } from '../../../domain/automatic-actions/task.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useIsGuest } from '../../app/shell/use-shell.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconCircleCheck, IconCircleX, IconMail, IconRefresh } from '../../ui/icons.ts';
import { toast } from '../../ui/toast.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { testQuery } from './queries.ts';
import { reasonWords } from './run-words.ts';

const writing: readonly TaskAction[] = ['send', 'publish'];

/** Sends what the task writes to the person who tests it, as it is saved. */
function SendTest({ id }: { id: string }) {
  const { t, language } = useTranslation();
  const { save, busy } = useSave({ refusal: 'toast' });
  const send = () =>
    save(async () => {
      const { to } = await call('POST /api/auth/tasks/{id}/send-test', { id, language });
      toast.success(t('actions.test.sent', { address: to }));
    });
  return (
    <Button size="s" icon={IconMail} loading={busy} onClick={() => void send()}>
      {t('actions.test.send')}
    </Button>
  );
}

/** What a run would do now, step by step; nothing is changed. What it writes is sent to the person who tests it, if asked for. */
export function TestSteps({ id, action }: { id: string; action: TaskAction }) {
  const guest = useIsGuest();
  const sends = writing.includes(action) && !guest;
  const { t } = useTranslation();
  const { data, isFetching, refetch } = useSuspenseQuery(testQuery(id));
  const isFine = data.steps.every(({ ok }) => isOn(ok));
  return (
    <div className="actions-fields">
      <p className="small muted">{t(sends ? 'actions.test.helpSend' : 'actions.test.help')}</p>
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
      <p className="row row-wrap">
        {sends && <SendTest id={id} />}
        <Button size="s" icon={IconRefresh} loading={isFetching} onClick={() => void refetch()}>
          {t('actions.test.again')}
        </Button>
      </p>
    </div>
  );
}
