import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useTranslation } from '../../i18n.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { MailLog } from './MailLog.tsx';
import { MailServerPanel } from './MailServerPanel.tsx';

const tabs = ['server', 'log'] as const;

/** The tenant's mail server, and the outgoing messages. */
export function MailArea() {
  const { t } = useTranslation();
  const values = useSearchValues();
  const change = useSetSearch();
  const tab = tabs.find((each) => each === values.tab) ?? 'server';
  return (
    <div>
      <Tabs
        label={t('mailServer.tabs')}
        tabs={tabs.map((id) => ({ id, label: t(`mailServer.tab.${id}`) }))}
        value={tab}
        onChange={(next) =>
          change({ tab: next === 'server' ? undefined : next, search: undefined, state: undefined, sort: undefined, page: undefined })
        }
      >
        <div className="settings-panel">{tab === 'log' ? <MailLog /> : <MailServerPanel />}</div>
      </Tabs>
    </div>
  );
}
