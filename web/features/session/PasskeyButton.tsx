import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { useEntryTranslation } from '../../app/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { enterPortal, rememberWanted } from './enter-portal.ts';
import { signInSentence } from './sign-in-words.ts';

/** Signing in with a passkey and nothing else, where the host offers it and the browser has them. */
export function PasskeyButton({ onProblem }: { onProblem: (words: string | null) => void }) {
  const { t, language } = useEntryTranslation();
  const [busy, setBusy] = useState(false);
  if (typeof PublicKeyCredential === 'undefined') return null;
  const use = async () => {
    setBusy(true);
    onProblem(null);
    rememberWanted();
    try {
      const { startAuthentication } = await import('@simplewebauthn/browser');
      const optionsJSON = await call('POST /api/login/passkey/options', {});
      // The portal does not say "nobody": the browser offers the passkeys that it has for this host.
      const passkey = await startAuthentication({ optionsJSON: { ...optionsJSON, allowCredentials: [] } });
      await enterPortal(await call('POST /api/login/passkey', { passkey: { ...passkey, clientExtensionResults: {} } }));
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.handled) return;
      onProblem(error instanceof ApiError ? signInSentence(error, language) : t('session.passkey.none'));
    }
  };
  return (
    <Button size="l" block icon={IconFingerprint} loading={busy} onClick={() => void use()}>
      {t('session.passkey')}
    </Button>
  );
}
