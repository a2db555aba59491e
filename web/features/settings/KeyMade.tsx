import { useSession } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { embedExample } from './embed-example.ts';

type Props = { made: { id: string; secret: string } | null; host: string; onClose: () => void };

/** The secret of a new key, shown once, and how the tenant's server uses it. */
export function KeyMade({ made, host, onClose }: Props) {
  const { t } = useTranslation();
  const email = useSession()?.user.email ?? '';
  const example = embedExample({ host, key: made?.id ?? '', email });
  return (
    <Dialog opened={made !== null} onClose={onClose} title={t('embedding.keys.made')} text={t('embedding.keys.madeText')}>
      <dl className="embed-secret">
        <dt>{t('embedding.keys.id')}</dt>
        <dd className="mono small">{made?.id}</dd>
        <dt>{t('embedding.keys.secret')}</dt>
        <dd className="mono small">{made?.secret}</dd>
      </dl>
      <div className="embed-copies">
        <CopyButton text={made?.id ?? ''} boxed>
          {t('embedding.keys.copyId')}
        </CopyButton>
        <CopyButton text={made?.secret ?? ''} boxed>
          {t('embedding.keys.copySecret')}
        </CopyButton>
      </div>
      <h3 className="embed-example-title">{t('embedding.example')}</h3>
      <p className="small muted">{t('embedding.example.text', { email })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre className="embed-example mono small" tabIndex={0}>
        {example}
      </pre>
      <div className="dialog-actions">
        <CopyButton text={example} boxed>
          {t('embedding.example.copy')}
        </CopyButton>
        <Button kind="primary" onClick={onClose}>
          {t('embedding.keys.kept')}
        </Button>
      </div>
    </Dialog>
  );
}
