import { useState } from 'react';
import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';

type Link = { name: string; token: string };

/** A display's link, shown only once: afterwards only a new one can be created. */
export function LinkDialog({ link, onClose }: { link: Link | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Link | null>(null);
  // Keeps the text while the dialog fades out.
  if (link && link !== shown) setShown(link);
  if (!shown) return null;
  const address = `${location.origin}/auth/playlist/${shown.token}`;
  return (
    <Dialog
      opened={link !== null}
      onClose={onClose}
      title={t('playlists.link.title', { name: shown.name })}
      text={t('playlists.link.text')}
      top
    >
      <p className="playlist-link mono small">{address}</p>
      <div className="dialog-actions">
        <CopyButton text={address} boxed>
          {t('playlists.link.copy')}
        </CopyButton>
        <Button kind="primary" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </Dialog>
  );
}
