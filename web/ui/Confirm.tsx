import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../i18n.ts';
import { Button } from './Button.tsx';
import { ConfirmDelete } from './ConfirmDelete.tsx';
import { type Asked, confirmStore } from './confirm.ts';
import { Dialog } from './Dialog.tsx';

/** Host of all confirmation dialogs; mounted once in the portal. Ask with `confirm(…)` of confirm.ts. */
export function ConfirmHost() {
  const asked = useSyncExternalStore(confirmStore.subscribe, confirmStore.current, confirmStore.current);
  const [shown, setShown] = useState<Asked | null>(null);
  // Keeps the last question's text while the dialog fades out.
  if (asked && asked !== shown) setShown(asked);
  const { t } = useTranslation();
  if (!shown) return null;
  if (shown.typed)
    return (
      <ConfirmDelete
        key={shown.id}
        opened={asked !== null}
        name={shown.typed}
        title={shown.title}
        text={shown.text}
        submitLabel={shown.yes}
        onConfirm={async () => shown.answer(true)}
        onClose={() => shown.answer(false)}
        top
      />
    );
  return (
    <Dialog opened={asked !== null} onClose={() => shown.answer(false)} title={shown.title} text={shown.text} top>
      <div className="dialog-actions">
        <Button onClick={() => shown.answer(false)}>{shown.no ?? t('ui.no')}</Button>
        <Button kind={shown.danger ? 'danger' : 'primary'} data-autofocus onClick={() => shown.answer(true)}>
          {shown.yes ?? t('ui.yes')}
        </Button>
      </div>
    </Dialog>
  );
}
