import { type KeyboardEvent, useState } from 'react';
import { useConfig } from '../../app/data/use-config.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { companySwitcher } from '../../app/shell/overlays.ts';
import { useTranslation } from '../../i18n.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { type EnterableUnit, EnterUnitDialog, UnitChoice } from '../partner-access/index.ts';
import { Companies } from './Companies.tsx';
import './companies.css';

/** Arrow keys move through the units, from the search field too. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('.companies-list button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement); // because indexOf gives -1 for any other element
  const next = buttons[event.key === 'ArrowDown' ? at + 1 : at - 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The user's units, the most recently entered first; choosing one leads to its domain (Spec 4, company change). */
export function CompanySwitcher() {
  const { t } = useTranslation();
  const opened = companySwitcher.useIsOpen();
  const { partner_access_remote: access } = useConfig();
  const [entering, setEntering] = useState<EnterableUnit | null>(null);
  const { close } = companySwitcher;
  if (entering) return <EnterUnitDialog unit={entering} onClose={() => setEntering(null)} />;
  return (
    <Dialog opened={opened} onClose={close} title={t('companies.change')} text={t('companies.change.text')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys act on the buttons inside. */}
      <div className="companies" onKeyDown={moveFocus}>
        <Reading>
          <Companies onClose={close} />
        </Reading>
        {access?.is_partner_with_admin_company && (
          <UnitChoice
            onChoose={(unit) => {
              close();
              setEntering(unit);
            }}
          />
        )}
      </div>
    </Dialog>
  );
}
