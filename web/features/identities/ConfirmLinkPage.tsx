import { useEffect, useState } from 'react';
import type { LinkConfig } from '../../../domain/identities/contract.ts';
import { go } from '../../app/address/navigation.ts';
import { useAddressToken } from '../../app/address/path-token.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { enterPortal, signInSentence } from '../session/index.ts';
import { ConfirmLinkForm } from './ConfirmLinkForm.tsx';

type State = { kind: 'loading' } | { kind: 'over' } | { kind: 'failed'; error: unknown } | { kind: 'open'; page: LinkConfig };

/**
 * An identity at a provider claims an existing account: the user proves ownership once, and signs in through that provider from then on.
 */
export function ConfirmLinkPage() {
  const { t, language } = useTranslation();
  const token = useAddressToken();
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [tries, setTries] = useState(0);
  const slow = useDelayed(state.kind === 'loading', 300);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry asks again.
  useEffect(() => {
    const gone = new AbortController();
    call('POST /api/login/link/config', { token }, { signal: gone.signal }).then(
      (page) => setState({ kind: 'open', page }),
      (error) => {
        if (gone.signal.aborted) return;
        const over = error instanceof ApiError && (error.status === 'factor_over' || error.httpStatus === 422);
        setState(over ? { kind: 'over' } : { kind: 'failed', error });
      },
    );
    return () => gone.abort();
  }, [token, tries]);
  const back = (kind: 'login' | 'text') => (
    <Button kind={kind} {...(kind === 'login' && { size: 'l' as const })} block onClick={() => go('/signin')}>
      {t('session.backToSignIn')}
    </Button>
  );

  if (state.kind === 'loading') {
    if (!slow) return null;
    return (
      <PublicLayout title={t('ui.loading')}>
        <ProgressBar value={0.35} label={t('ui.loading')} />
      </PublicLayout>
    );
  }
  if (state.kind === 'over')
    return (
      <PublicLayout title={t('factor.over')} lead={t('factor_over')}>
        {back('login')}
      </PublicLayout>
    );
  if (state.kind === 'failed')
    return (
      <PublicLayout title={t('link.title')} lead={signInSentence(state.error, language)}>
        <Button
          kind="login"
          size="l"
          block
          onClick={() => {
            setState({ kind: 'loading' });
            setTries(tries + 1);
          }}
        >
          {t('ui.retry')}
        </Button>
        {back('text')}
      </PublicLayout>
    );
  const { page } = state;
  return (
    <PublicLayout title={t('link.title')} lead={t('link.lead', { provider: page.provider, email: page.email, unit: page.unit })}>
      <ConfirmLinkForm
        token={token}
        page={page}
        onConfirmed={(answer) => enterPortal(answer, { fresh: true })}
        onOver={() => setState({ kind: 'over' })}
      />
      {back('text')}
    </PublicLayout>
  );
}
