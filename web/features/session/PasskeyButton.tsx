import { useEffect, useRef, useState } from 'react';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { useEntryTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconFingerprint } from '../../ui/icons.ts';
import { enterPortal, rememberWanted } from './enter-portal.ts';
import { signInSentence } from './sign-in-words.ts';

/** Passkey sign-in, where the host offers it and the browser supports it. */
export function PasskeyButton({ onProblem }: { onProblem: (words: string | null, error?: unknown) => void }) {
  const { t, language } = useEntryTranslation();
  const [busy, setBusy] = useState(false);
  const use = async (quietly: boolean) => {
    rememberWanted();
    let chosen = !quietly;
    try {
      const { browserSupportsWebAuthnAutofill, startAuthentication } = await import('@simplewebauthn/browser');
      if (quietly && !(await browserSupportsWebAuthnAutofill())) return;
      const optionsJSON = await call('POST /api/login/passkey/options', { offer: quietly });
      // Rate-limited: the automatic request stays silent.
      if (!optionsJSON) return;
      // The request names no account: the browser offers the passkeys that it has for this host.
      const passkey = await startAuthentication({
        optionsJSON: { ...optionsJSON, allowCredentials: [] },
        ...(quietly && { useBrowserAutofill: true, verifyBrowserAutofillInput: false }),
      });
      chosen = true;
      setBusy(true);
      await enterPortal(await call('POST /api/login/passkey', { passkey: { ...passkey, clientExtensionResults: {} } }));
    } catch (error) {
      // The automatic prompt was dismissed, or the button was pressed before it answered.
      if (!chosen) return;
      setBusy(false);
      if (error instanceof ApiError && error.handled) return;
      onProblem(error instanceof ApiError ? signInSentence(error, language) : t('session.passkey.none'), error);
    }
  };
  const latest = useRef(use);
  latest.current = use;
  const button = useRef<HTMLButtonElement>(null);
  // From the first focus of the e-mail field, the browser's autofill offers passkeys along with saved passwords.
  useEffect(() => {
    const field = button.current?.form?.querySelector<HTMLInputElement>('[name=email]');
    if (!field) return;
    field.autocomplete = 'username webauthn' as AutoFill; // because the DOM's own type lacks this pair
    const offer = () => void latest.current(true);
    if (document.activeElement === field) offer();
    else field.addEventListener('focus', offer, { once: true });
    return () => field.removeEventListener('focus', offer);
  }, []);
  if (typeof PublicKeyCredential === 'undefined') return null;
  return (
    <Button
      ref={button}
      size="l"
      block
      icon={IconFingerprint}
      loading={busy}
      onClick={() => {
        setBusy(true);
        onProblem(null);
        void use(false);
      }}
    >
      {t('session.passkey')}
    </Button>
  );
}
