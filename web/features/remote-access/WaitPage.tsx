import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getHome } from '../../../domain/access/screens.ts';
import { usePathname, useSearchValues } from '../../app/address/address.ts';
import { goToCompany } from '../../app/address/company-address.ts';
import { loadPage } from '../../app/address/navigation.ts';
import { ownPath } from '../../app/address/own-path.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { startActing } from '../../app/session/acting.ts';
import { useWho } from '../../app/session/session.ts';
import { getClock, useSecondsLeft } from '../../app/session/use-countdown.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';
import { entered } from './entered.ts';
import { lengthInWords } from './lengths.ts';
import { over, type Waiting, waitQuery } from './queries.ts';
import './remote.css';

function Gates({ waiting }: { waiting: Waiting }) {
  const { t } = useTranslation();
  const lines = [
    { id: 'admin', state: waiting.gates.admin, name: t('remote.gate.admin') },
    { id: 'person', state: waiting.gates.person, name: waiting.person ?? t('remote.gate.unit', { unit: waiting.tenant.name }) },
  ].filter(({ state }) => state !== 'open');
  return (
    <ul className="remote-gates plain-list">
      {lines.map(({ id, state, name }) => (
        <li key={id} data-state={state}>
          <span>{name}</span>
          <strong>{t(state === 'passed' ? 'remote.gate.passed' : 'remote.gate.waiting')}</strong>
        </li>
      ))}
    </ul>
  );
}

type Props = { token: string; backTo: string };

/** `/authorization/{token}` (Spec 2): waits for the approval, shows the time left, and continues automatically. */
export function WaitPage() {
  const { t } = useTranslation();
  const token = usePathname().split('/')[2] ?? '';
  const { back } = useSearchValues();
  const who = useWho();
  const backTo = ownPath(back) ?? (who ? getHome(who.profile) : '/');
  return (
    <Reading
      waiting={() => <PublicLayout title={t('remote.wait.title.requested', { person: '…' })}>{null}</PublicLayout>}
      failure={(failed) => <Failed {...failed} backTo={backTo} />}
    >
      <Wait token={token} backTo={backTo} />
    </Reading>
  );
}

function Failed({ error, onRetry, backTo }: { error: Error; onRetry: () => void; backTo: string }) {
  const { t } = useTranslation();
  return (
    <PublicLayout title={t('remote.wait.title.failed')}>
      <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={onRetry} />
      <Button onClick={() => loadPage(backTo)}>{t('remote.back')}</Button>
    </PublicLayout>
  );
}

function Wait({ token, backTo }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, refetch } = useSuspenseQuery(waitQuery(token));
  const { state } = data;
  const left = useSecondsLeft(state === 'requested' ? data.answerBy : data.enterBy);
  const started = useRef(false);
  const enter = useMutation({
    mutationFn: (waiting: Waiting) => entered(waiting, token),
    onSuccess: (answer) => {
      if (answer.status === 'change') return goToCompany(answer);
      startActing(answer, backTo);
      loadPage(answer.intended);
    },
  });
  const cancel = useMutation({
    mutationFn: () => call('POST /api/auth/remote/wait/{token}/cancel', { token }),
    onSettled: () => client.invalidateQueries({ queryKey: waitQuery(token).queryKey }),
  });
  const { mutate } = enter;
  // An approved visit is entered automatically, once.
  useEffect(() => {
    if (data.state !== 'authorized' || started.current) return;
    started.current = true;
    mutate(data);
  }, [data, mutate]);
  const again = () => {
    started.current = false;
    enter.reset();
    void refetch();
  };
  if (enter.error) return <Failed error={enter.error} onRetry={again} backTo={backTo} />;
  const person = data.person ?? data.tenant.name;
  const done = over.includes(state) || (state === 'active' && !enter.isPending && !enter.isSuccess);
  const most = (Date.parse(data.answerBy) - Date.parse(data.askedAt)) / 1000;
  return (
    <PublicLayout
      title={t(`remote.wait.title.${state}`, { person })}
      lead={t(`remote.wait.text.${state}`, { person, count: data.minutes })}
    >
      <div className="remote-wait">
        <p className="remote-said" role="status">
          {t(`remote.wait.title.${state}`, { person })}
        </p>
        {state === 'requested' && (
          <>
            <ProgressBar label={t('remote.wait.left')} value={left / most} />
            <p className="num">{t('remote.wait.leftIs', { left: getClock(left) })}</p>
            <Gates waiting={data} />
          </>
        )}
        {state === 'refused' && data.refusal && <blockquote className="remote-quote">{data.refusal}</blockquote>}
        <dl className="remote-facts">
          <dt>{t('remote.reason')}</dt>
          <dd>{data.reason || '–'}</dd>
          {data.ticket && (
            <>
              <dt>{t('remote.ticket')}</dt>
              <dd>{data.ticket}</dd>
            </>
          )}
          <dt>{t('remote.reach')}</dt>
          <dd>
            {t(`remote.reach.${data.reach}`)} · {lengthInWords(t, data.minutes)}
          </dd>
        </dl>
        <div className="dialog-actions">
          {state === 'requested' && (
            <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {t('remote.wait.cancel')}
            </Button>
          )}
          {done && (
            <Button kind="primary" onClick={() => loadPage(backTo)}>
              {t('remote.back')}
            </Button>
          )}
        </div>
      </div>
    </PublicLayout>
  );
}
