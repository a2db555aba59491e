import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { IconDevicesOff } from '../../ui/icons.ts';
import { toast } from '../../ui/toast.ts';
import { ownFactorsQuery } from './queries.ts';

/** The number of remembered browsers, and a button to forget all of them. */
export function RememberedDevices({ count }: { count: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { save, busy } = useSave({ refusal: 'toast' });
  const forget = async () => {
    const agreed = await confirm({
      title: t('factor.devices.title'),
      text: t('factor.devices.text'),
      yes: t('factor.devices.forget'),
      no: t('ui.cancel'),
    });
    if (!agreed) return;
    await save(async () => {
      const { forgotten } = await call('POST /api/auth/account/devices/forget', {});
      toast.success(t('factor.devices.forgotten', { count: forgotten }));
      await client.invalidateQueries({ queryKey: ownFactorsQuery.queryKey, exact: true });
    });
  };
  return (
    <div className="row row-wrap">
      <span className="small muted">{t('factor.devices.count', { count })}</span>
      <Button size="s" icon={IconDevicesOff} loading={busy} onClick={() => void forget()}>
        {t('factor.devices.forget')}
      </Button>
    </div>
  );
}
