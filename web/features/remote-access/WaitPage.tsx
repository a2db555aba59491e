import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { homeOf } from '../../../domain/access/screens.ts';
import { usePathname, useSearchValues } from '../../app/address/address.ts';
import { goToCompany } from '../../app/address/company-address.ts';
import { loadPage } from '../../app/address/navigation.ts';
import { ownPath } from '../../app/address/own-path.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { startActing } from '../../app/session/acting.ts';
import { useWho } from '../../app/session/session.ts';
import { clockOf, useSecondsLeft } from '../../app/session/use-countdown.ts';
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

/** `/authorization/{token}` (Spec 2): waits for the approval, shows the time left, and continues automatically. */
export function WaitPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const token = usePathname().split('/')[2] ?? '';
  const { back } = useSearchValues();
  const who = useWho();
  const home = who ? homeOf(who.profile) : '/';
  const backTo = ownPath(back) ?? home;
  const { data, error, refetch } = useQuery(waitQuery(token));
  const left = useSecondsLeft(data?.state === 'requested' ? data.answerBy : (data?.enterBy ?? null));
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
    if (data?.state !== 'authorized' || started.current) return;
    started.current = true;
    mutate(data);
  }, [data, mutate]);
  const name = data?.person ?? data?.tenant.name ?? '';
  const failure = error && !data ? error : enter.error;
  if (failure)
    return (
      <PublicLayout title={t('remote.wait.title.failed')}>
        <ErrorState
          text={errorText(failure)}
          requestId={failure instanceof ApiError ? failure.requestId : null}
          onRetry={() => {
            started.current = false;
            enter.reset();
            void refetch();
          }}
        />
        <Button onClick={() => loadPage(backTo)}>{t('remote.back')}</Button>
      </PublicLayout>
    );
  const state = data?.state ?? 'requested';
  const done = over.includes(state) || (state === 'active' && !enter.isPending && !enter.isSuccess);
  const most = data ? (Date.parse(data.answerBy) - Date.parse(data.askedAt)) / 1000 : 1;
  return (
    <PublicLayout
      title={data ? t(`remote.wait.title.${state}`, { person: name }) : t('remote.wait.title.requested', { person: '…' })}
      lead={data && t(`remote.wait.text.${state}`, { person: name, count: data.minutes })}
    >
      {data && (
        <div className="remote-wait">
          <p className="remote-said" role="status">
            {t(`remote.wait.title.${state}`, { person: name })}
          </p>
          {state === 'requested' && (
            <>
              <ProgressBar label={t('remote.wait.left')} value={left / most} />
              <p className="num">{t('remote.wait.leftIs', { left: clockOf(left) })}</p>
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
      )}
    </PublicLayout>
  );
}
