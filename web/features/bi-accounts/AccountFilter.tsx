import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { pickerQuery } from './loader.ts';

/** Adds the filter by account; hidden with fewer than two accounts. */
export function AccountFilter({ onChoose }: { onChoose: (id: string) => void }) {
  const { t } = useTranslation();
  // No suspense: the filter comes beside the list.
  const items = useQuery(pickerQuery).data?.items ?? [];
  if (items.length < 2) return null;
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button kind="text" size="s" icon={IconPlus}>
          {t('service.filter.account')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => onChoose(id)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
