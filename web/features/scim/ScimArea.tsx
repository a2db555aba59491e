import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useTranslation } from '../../i18n.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { ConnectionPart } from './ConnectionPart.tsx';
import { DirectoryGroups } from './DirectoryGroups.tsx';
import { getPart, parts } from './loader.ts';
import { ProvisioningLog } from './ProvisioningLog.tsx';
import './scim.css';

const Parts = { connection: ConnectionPart, groups: DirectoryGroups, log: ProvisioningLog };

/** Provisioning by a directory (SCIM): connection, group mappings, and log. */
export function ScimArea() {
  const { t } = useTranslation();
  const values = useSearchValues();
  const change = useSetSearch();
  const part = getPart(values.tab);
  const Part = Parts[part];
  const none = Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
  return (
    <Tabs
      label={t('scim.parts')}
      tabs={parts.map((id) => ({ id, label: t(`scim.part.${id}`) }))}
      value={part}
      onChange={(next) => change({ ...none, area: values.area, tab: next === 'connection' ? undefined : next })}
    >
      <div className="scim-part">
        <Part />
      </div>
    </Tabs>
  );
}
