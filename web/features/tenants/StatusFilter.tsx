import { Menu } from '@mantine/core';
import type { TenantRow } from '../../../domain/tenants/contract.ts';
import { tenantStatuses } from '../../../domain/tenants/sorts.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconCheck, IconPlus } from '../../ui/icons.ts';

type Status = TenantRow['status'];

/** Adds the filter by state. */
export function StatusFilter({ value, onChoose }: { value: Status | undefined; onChoose: (status: Status) => void }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-start" width={200}>
      <Menu.Target>
        <Button kind="text" size="s" icon={IconPlus}>
          {t('partners.filter.status')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={value ?? null}
          onChange={(next) => {
            const status = tenantStatuses.find((each) => each === next);
            if (status) onChoose(status);
          }}
        >
          {tenantStatuses.map((status) => (
            <Menu.RadioItem key={status} value={status} closeMenuOnClick checkIcon={<IconCheck size={15} aria-hidden="true" />}>
              {t(`partners.status.${status}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
