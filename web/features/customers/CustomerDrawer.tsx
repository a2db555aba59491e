import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useTranslation } from '../../i18n.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { UiLink } from '../../ui/UiLink.tsx';
import { CustomerForm, type CustomerFormProps } from './CustomerForm.tsx';
import { CustomerHistory } from './CustomerHistory.tsx';
import { customerQuery, type OneCustomer } from './queries.ts';

export const customerPanels = ['data', 'units', 'history'] as const;
export type CustomerPanel = (typeof customerPanels)[number];
type PanelProps = {
  panel: CustomerPanel;
  /** The address of a unit, if this user may see it. */
  unitHref?: (id: string) => string;
  onPanel: (panel: CustomerPanel) => void;
};
type Own = Pick<CustomerFormProps, 'opened' | 'onClose'>;
type Props = Own & PanelProps & { /** Null adds a new client. */ id: string | null };

function Units({ party, unitHref }: { party: OneCustomer; unitHref: PanelProps['unitHref'] }) {
  const { t } = useTranslation();
  if (party.units.length === 0) return <p className="muted">{t('parties.units.none')}</p>;
  return (
    <ul className="plain-list party-units">
      {party.units.map((unit) => (
        <li key={unit.id}>
          {unitHref ? <UiLink href={unitHref(unit.id)}>{unit.name}</UiLink> : <b>{unit.name}</b>}
          <span className="push small muted num">
            {unit.userLimit === null
              ? t('parties.units.users', { count: unit.users })
              : t('parties.units.usersOf', { users: unit.users, count: unit.userLimit })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Adds or edits a client, with the units it pays for and its history. */
export function CustomerDrawer({ id, opened, onClose, ...panels }: Props) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={opened} title={t(id === null ? 'parties.new' : 'parties.edit')} onClose={onClose}>
      {id === null ? (
        <CustomerForm opened={opened} onClose={onClose} />
      ) : (
        <Existing id={id} opened={opened} onClose={onClose} {...panels} />
      )}
    </RecordDrawer>
  );
}

function Existing({ id, panel, unitHref, onPanel, ...own }: Own & PanelProps & { id: string }) {
  const { t } = useTranslation();
  const { data, refetch } = useSuspenseQuery(customerQuery(id));
  const shown = (fields: ReactNode) => {
    if (panel === 'history') return <CustomerHistory id={id} />;
    return panel === 'units' ? <Units party={data} unitHref={unitHref} /> : fields;
  };
  return (
    <CustomerForm
      {...own}
      record={data}
      elsewhere={panel !== 'data'}
      onRefused={() => onPanel('data')}
      onReload={async () => (await refetch()).data}
    >
      {(fields) => (
        <Tabs
          label={t('parties.panels')}
          tabs={customerPanels.map((each) => ({
            id: each,
            label: t(`parties.panel.${each}`),
            ...(each === 'units' && { count: data.units.length }),
          }))}
          value={panel}
          onChange={onPanel}
        >
          <div className="drawer-panel">{shown(fields)}</div>
        </Tabs>
      )}
    </CustomerForm>
  );
}
