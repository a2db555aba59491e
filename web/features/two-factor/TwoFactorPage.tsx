import { useEffect, useState } from 'react';
import type { FactorPage } from '../../../domain/two-factor/contract.ts';
import { go } from '../../app/address/navigation.ts';
import { useAddressToken } from '../../app/address/path-token.ts';
import { type CallOutput, call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { enterPortal, signInSentence } from '../session/index.ts';
import { FactorForm } from './FactorForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { showOwnLanguage } from './show-own-language.ts';

type Given = CallOutput<'POST /api/login/2fa'>;
type State =
  | { kind: 'loading' }
  | { kind: 'over' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'open'; page: FactorPage }
  | { kind: 'codes'; answer: Given; codes: readonly string[] };

/** The second step of a sign-in (Spec 2, /config/2fa/{token}): enter a factor, or set up the first one. */
export function TwoFactorPage() {
  const { t, language } = useTranslation();
  const token = useAddressToken();
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [tries, setTries] = useState(0);
  const slow = useDelayed(state.kind === 'loading', 300);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry asks again.
  useEffect(() => {
    const gone = new AbortController();
    call('POST /api/login/2fa/config', { token }, { signal: gone.signal }).then(
      async (page) => {
        await showOwnLanguage(page.language);
        if (!gone.signal.aborted) setState({ kind: 'open', page });
      },
      (error) => {
        if (gone.signal.aborted) return;
        const over = error instanceof ApiError && (error.status === 'factor_over' || error.httpStatus === 422);
        setState(over ? { kind: 'over' } : { kind: 'failed', error });
      },
    );
    return () => gone.abort();
  }, [token, tries]);

  const given = async (answer: Given) => {
    if (answer.recovery_codes) setState({ kind: 'codes', answer, codes: answer.recovery_codes });
    else await enterPortal(answer);
  };

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
        <Button kind="login" size="l" block onClick={() => go('/signin')}>
          {t('session.backToSignIn')}
        </Button>
      </PublicLayout>
    );
  if (state.kind === 'failed')
    return (
      <PublicLayout title={t('factor.enter.title')} lead={signInSentence(state.error, language)}>
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
      </PublicLayout>
    );
  if (state.kind === 'codes')
    return (
      <PublicLayout title={t('factor.codes.title')} lead={t('factor.codes.lead')}>
        <RecoveryCodes codes={state.codes} onKept={() => void enterPortal(state.answer)} />
      </PublicLayout>
    );
  const { page } = state;
  const { name, email, unit } = page;
  return (
    <PublicLayout title={t(`factor.${page.mode}.title`)} lead={t(`factor.${page.mode}.lead`, { name, email, unit })}>
      <FactorForm token={token} page={page} onGiven={given} onOver={() => setState({ kind: 'over' })} />
      <Button kind="text" block onClick={() => go('/signin')}>
        {t('session.backToSignIn')}
      </Button>
    </PublicLayout>
  );
}
