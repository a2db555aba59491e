import { useEffect, useState } from 'react';
import { go } from '../../app/address/navigation.ts';
import { pathToken } from '../../app/address/path-token.ts';
import { ApiError, type FailureCode } from '../../app/data/api-error.ts';
import { signInPage } from '../../app/start/boot.ts';
import { useEntryTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';
import { enterPortal, HoursBelow, signInSentence } from '../session/index.ts';
import { arrive } from './arrive.ts';

// Spec 9: the redirect delay after a company change.
const landingDelayMs = 2000;

/** Refusals that lead to a page of their own. */
const onward: readonly FailureCode[] = ['redirect_two_factor', 'user_change_password', 'account_elsewhere'];

type Stage = { kind: 'entering' } | { kind: 'entered'; name: string } | { kind: 'failed'; words: string; error: unknown };

/** Target of a company change on the other domain (Spec 2): exchanges the ticket for a session, and opens its home after two seconds. */
export function ArrivalPage() {
  const { t, language } = useEntryTranslation();
  const [stage, setStage] = useState<Stage>({ kind: 'entering' });
  const company = signInPage?.tenant.name ?? '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: the ticket works once, however often this renders.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const token = pathToken();
    arrive(token).then(
      async (answer) => {
        if (gone) return;
        setStage({ kind: 'entered', name: answer.user.name });
        await enterPortal(answer, {
          pause: () =>
            new Promise((resolve) => {
              timer = setTimeout(resolve, landingDelayMs);
            }),
        });
      },
      (error) => {
        if (gone || (error instanceof ApiError && onward.includes(error.status))) return;
        // This page was opened from another domain, so the way out is this domain's sign-in page.
        setStage({ kind: 'failed', words: signInSentence(error, language), error });
      },
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);

  if (stage.kind === 'failed') {
    return (
      <PublicLayout title={t('session.arrival.failed', { company })} lead={t('session.arrival.failedText', { company })}>
        <Notice tone="err">
          {stage.words}
          <HoursBelow error={stage.error} />
        </Notice>
        <Button kind="login" size="l" block onClick={() => go('/signin')}>
          {t('session.backToSignIn')}
        </Button>
      </PublicLayout>
    );
  }
  return (
    <PublicLayout
      title={t('session.arrival.title', { company })}
      lead={stage.kind === 'entered' ? t('session.arrival.entered', { name: stage.name }) : t('session.arrival.text')}
    >
      <ProgressBar value={stage.kind === 'entered' ? 1 : 0.35} label={t('session.arrival.title', { company })} />
    </PublicLayout>
  );
}
