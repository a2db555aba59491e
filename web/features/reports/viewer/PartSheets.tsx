import { Fragment } from 'react';
import type { ViewerAction, ViewerPart } from '../../../app/parts/viewer-parts.ts';
import { useShortcut } from '../../../app/shell/shortcuts.ts';
import { Dialog } from '../../../ui/Dialog.tsx';

function ActionKey({ letter, action }: { letter: string; action: ViewerAction }) {
  useShortcut(letter, action.run, { enabled: !action.disabledReason });
  return null;
}

/** What the parts need besides their buttons: shortcuts, dialogs, and the panels of parts without a button. */
export function PartSheets({ parts, hung }: { parts: readonly ViewerPart[]; hung: (action: ViewerAction) => boolean }) {
  return parts.map(({ action, panel, dialog }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts are hooks and keep their order.
    <Fragment key={place}>
      {action?.key && <ActionKey letter={action.key} action={action} />}
      {panel && (!action || !hung(action)) && (
        <Dialog opened={panel.opened} onClose={panel.close} title={panel.title}>
          {panel.content}
        </Dialog>
      )}
      {dialog}
    </Fragment>
  ));
}
