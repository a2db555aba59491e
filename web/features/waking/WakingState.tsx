import { type ReactNode, useEffect, useState } from 'react';
import type { Waiting } from '../../../domain/capacity/waking-contract.ts';
import { isOn } from '../../../domain/contract/flag.ts';
import { formatTime } from '../../../domain/format/date.ts';
import { call } from '../../app/data/api.ts';
import { TellAdministrator } from '../../app/notices/TellAdministrator.tsx';
import { useIsGuest } from '../../app/shell/use-shell.ts';
import { type Translate, useTranslation } from '../../i18n.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { IconBell, IconRefresh } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ViewerState } from '../../ui/ViewerState.tsx';
import { openingWords } from './opening-words.ts';
import { minutesLeft } from './progress.ts';
import { useWaking } from './use-waking.ts';

type Props = {
  reportId: string;
  /** Where the viewer goes back to. */
  back: string;
  /** The id of the refusal, for support. */
  requestId: string | null;
  onOpen: () => void;
  /** Shown where there is nothing to wait for. */
  otherwise: ReactNode;
};

/** What holds a capacity, and until when. */
function heldText({ by, until }: NonNullable<Waiting['held']>, t: Translate, words: Parameters<typeof openingWords>[2]): string {
  const end = until ? openingWords(until, new Date(), words) : null;
  const { time = '', day = null } = end ?? {};
  const when = end ? ` ${day ? t('waking.untilOn', { time, day }) : t('waking.until', { time })}` : '';
  return t(`waking.held.${by}`, { until: when });
}

/** Shown in the place of a report whose capacity is paused: the sun rises while it starts, and the report opens by itself (BEHAVIOUR 2). */
export function WakingState({ reportId, back, requestId, onOpen, otherwise }: Props) {
  const { t, language } = useTranslation();
  const isGuest = useIsGuest();
  const { wait, isGone, patience, seconds, progress, tell, ask } = useWaking(reportId, onOpen);
  if (isGone) return otherwise;
  const leave = <ButtonLink href={back}>{t('waking.back')}</ButtonLink>;
  const known = wait?.state;

  // Until the first answer nothing says that it starts.
  if (!wait) return <ViewerState title={t('waking.paused')} cause={t('waking.looking')} actions={leave} />;
  if (known && (known === 'closed' || known === 'not_allowed')) {
    const words = { language, zone: wait.zone };
    const opens = wait.opensAt ? openingWords(wait.opensAt, new Date(), words) : null;
    const title = !opens
      ? t(known === 'closed' && !wait.held ? 'waking.closed' : 'waking.paused')
      : opens.day
        ? t('waking.opensOn', { time: opens.time, day: opens.day })
        : t('waking.opens', { time: opens.time });
    const isAsked = wait.askAgainAt !== null && Date.parse(wait.askAgainAt) > Date.now();
    const again = isAsked && wait.askAgainAt ? formatTime(language, new Date(wait.askAgainAt), wait.zone) : '';
    return (
      <ViewerState
        title={title}
        cause={wait.held ? heldText(wait.held, t, words) : t(known === 'closed' ? 'waking.closedText' : 'waking.notAllowed')}
        next={isAsked && t('waking.askedText', { time: again })}
        actions={
          <>
            {known === 'closed' && !isGuest && (
              <Button
                kind="primary"
                icon={IconBell}
                loading={ask.isPending}
                disabledReason={isAsked && t('waking.askedText', { time: again })}
                onClick={() => ask.mutate()}
              >
                {t(isAsked ? 'waking.asked' : 'waking.ask')}
              </Button>
            )}
            {known === 'not_allowed' && <TellAdministrator kind="primary" report={reportId} problem="paused" code={requestId} />}
            {leave}
          </>
        }
      />
    );
  }

  if (patience === 'over')
    return (
      <ViewerState
        title={t('waking.over')}
        cause={t('waking.overText')}
        actions={
          <>
            <TellAdministrator kind="primary" report={reportId} problem="paused" code={requestId} />
            <Button icon={IconRefresh} onClick={onOpen}>
              {t('waking.again')}
            </Button>
            {leave}
            {requestId && <CopyButton text={requestId}>{t('ui.requestId', { id: requestId })}</CopyButton>}
          </>
        }
      />
    );

  const told = isOn(wait.tell);
  const { usualSeconds: usual, waiters } = wait;
  return (
    <ViewerState
      title={t(patience === 'longer' ? 'waking.longer' : 'waking.title')}
      cause={
        patience === 'longer'
          ? t('waking.longerText')
          : wait.text
            ? [wait.text, usual && t('waking.usual', { time: t('waking.seconds', { count: usual }) })].filter(Boolean).join(' ')
            : usual
              ? t('waking.text', { time: t('waking.seconds', { count: usual }) })
              : t('waking.textUnknown')
      }
      progress={{
        value: progress,
        label: t('waking.title'),
        // It changes every second, which a screen reader must not announce.
        left: <span aria-live="off">{t('waking.soFar', { count: seconds })}</span>,
        right: waiters > 0 && t('waking.waiters', { count: waiters }),
      }}
      actions={
        <>
          {leave}
          {!isGuest && (
            <Button icon={IconBell} loading={tell.isPending} disabledReason={told && t('waking.toldText')} onClick={() => tell.mutate()}>
              {t(told ? 'waking.told' : 'waking.tell')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** How many minutes are left until the hours end. */
function StopNotice({ stopsAt }: { stopsAt: string }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  // Time is external to React.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Notice tone="warn" live>
      {/* A screen reader hears it when it appears, and once more shortly before the end. */}
      <span aria-live="off">{t('waking.stops', { count: minutesLeft(stopsAt, now) })}</span>
    </Notice>
  );
}

type NoticeProps = {
  reportId: string;
  /** When it stops whatever people do; null before an idle pause. */
  stopsAt: string | null;
  onKept: () => void;
};

/** Above an open report: its capacity is about to pause. One press keeps it on, except where its hours end. */
export function PauseNotice({ reportId, stopsAt, onKept }: NoticeProps) {
  const { t } = useTranslation();
  const isGuest = useIsGuest();
  if (stopsAt) return <StopNotice stopsAt={stopsAt} />;
  return (
    <Notice
      tone="warn"
      live
      action={
        !isGuest && (
          <Button
            size="s"
            onClick={() => void call('POST /api/auth/reports/{id}/keep-viewing', { id: reportId }).then(onKept, () => undefined)}
          >
            {t('waking.keep')}
          </Button>
        )
      }
    >
      {t('waking.pauses')}
    </Notice>
  );
}
