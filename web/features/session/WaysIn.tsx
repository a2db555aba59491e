import { useState } from 'react';
import { ownPath } from '../../app/address/own-path.ts';
import { call } from '../../app/data/api.ts';
import { store } from '../../app/session/storage.ts';
import { usePageReturn } from '../../app/shell/use-page-return.ts';
import { useEntryTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconBrandWindows, IconBuilding } from '../../ui/icons.ts';
import { signInSentence } from './sign-in-words.ts';
import type { AppWay } from './ways-in.ts';

type Props = { apps: readonly AppWay[]; hinted?: readonly AppWay[]; email: string; only?: boolean; onProblem: (words: string) => void };

const icons = { entra: IconBrandWindows, saml: IconBuilding } as const;

/** The provider's address; the value this browser must present on return is stored (Spec 3, bi:azure_sso). */
async function begin(app: AppWay, email: string): Promise<string> {
  const redirect = ownPath(new URLSearchParams(location.search).get('redirect'));
  if (app.kind === 'saml') return (await call('POST /api/saml/login', { app: app.id, redirect })).url;
  const { url, binding } = await call('POST /api/login/entra', {
    ...(redirect && { redirect }),
    ...(email.includes('@') && { email: email.trim() }),
  });
  store.keepSingleSignOn({ binding });
  return url;
}

/** Sign-in through identity providers; `hinted` ones match the typed address and are highlighted in place, `only`: there is no password. */
export function WaysIn({ apps, hinted = [], email, only = false, onProblem }: Props) {
  const { t, language } = useEntryTranslation();
  const [busy, setBusy] = useState<string | null>(null);
  usePageReturn(() => setBusy(null));
  if (apps.length === 0) return null;
  const go = async (app: AppWay) => {
    setBusy(app.id);
    try {
      location.assign(await begin(app, email));
    } catch (error) {
      setBusy(null);
      onProblem(signInSentence(error, language));
    }
  };
  return (
    <section className="ways-in" aria-label={t('session.ways')}>
      {/* Always one line, so that the layout stays put while the address is typed. */}
      {!only && (
        <p className="ways-in-or small muted" role="status">
          <span>{hinted.length > 0 ? t('session.ways.hint', { domain: email.trim().split('@')[1] ?? '' }) : t('session.ways.or')}</span>
        </p>
      )}
      {apps.map((app) => (
        <Button
          key={app.id}
          size="l"
          block
          kind={only || hinted.includes(app) ? 'login' : 'default'}
          icon={icons[app.kind]}
          loading={busy === app.id}
          onClick={() => void go(app)}
        >
          {t('session.ways.with', { name: app.name })}
        </Button>
      ))}
    </section>
  );
}
