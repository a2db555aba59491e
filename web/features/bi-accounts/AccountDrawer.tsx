import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RecordDrawer } from '../../app/layouts/RecordDrawer.tsx';
import { useTranslation } from '../../i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AccountForm, type AccountFormProps, type Placing } from './AccountForm.tsx';
import { ConnectionPanel } from './ConnectionPanel.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';
import { accountQuery } from './queries.ts';

const panels = ['data', 'test', 'profile'] as const;
export type Panel = (typeof panels)[number];
type Own = Pick<AccountFormProps, 'opened' | 'onClose'>;
type PanelProps = { panel: Panel; onPanel: (panel: Panel) => void };
type Props = Own & PanelProps & { /** Null registers a new one. */ id: string | null };

/** Registers or edits an account over its list; unsaved values can be tested. */
export function AccountDrawer({ id, panel, onPanel, ...own }: Props) {
  const { t } = useTranslation();
  return (
    <RecordDrawer opened={own.opened} title={t(id === null ? 'service.account.new' : 'service.account.edit')} onClose={own.onClose}>
      {id === null ? <AccountForm {...own} /> : <Existing {...own} id={id} panel={panel} onPanel={onPanel} />}
    </RecordDrawer>
  );
}

function Existing({ id, panel, onPanel, ...own }: Own & PanelProps & { id: string }) {
  const { t } = useTranslation();
  const { data, refetch } = useSuspenseQuery(accountQuery(id));
  const shown = (fields: ReactNode, { dirty, reload }: Placing) => {
    if (panel === 'test') return <ConnectionPanel account={data} />;
    return panel === 'profile' ? <ProfilePanel account={data} dirty={dirty} onChosen={() => void reload()} /> : fields;
  };
  return (
    <AccountForm
      {...own}
      record={data}
      elsewhere={panel !== 'data'}
      onRefused={() => onPanel('data')}
      onReload={async () => (await refetch()).data}
    >
      {(fields, placing) => (
        <Tabs
          label={t('service.panels')}
          tabs={panels.map((each) => ({ id: each, label: t(`service.panel.${each}`) }))}
          value={panel}
          onChange={onPanel}
        >
          <div className="drawer-panel">
            {data.disabled && panel === 'data' && <Notice tone="warn">{t('service.account.isDisabled')}</Notice>}
            {shown(fields, placing)}
          </div>
        </Tabs>
      )}
    </AccountForm>
  );
}
