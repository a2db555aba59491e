import { useMantineColorScheme } from '@mantine/core';
import { useTranslation } from '../../i18n.ts';
import { IconDeviceDesktop, IconMoon, IconSun } from '../../ui/icons.ts';
import { LanguageSelect } from '../../ui/LanguageSelect.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { useLetterKeys } from './frame.ts';
import './account.css';

/** The portal's language and colours on this device, and its keys of one letter unless it has no keyboard. */
export function AppearanceFields({ keys }: { keys: boolean }) {
  const { t } = useTranslation();
  const { letterKeys, allowLetterKeys } = useLetterKeys();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <div className="account-line">
        <span className="account-label">{t('ui.public.language')}</span>
        <LanguageSelect />
      </div>
      <div className="account-line">
        <span className="account-label">{t('shell.scheme')}</span>
        <Segmented
          label={t('shell.scheme')}
          iconsOnly
          value={colorScheme}
          onChange={setColorScheme}
          segments={[
            { value: 'light', label: t('shell.scheme.light'), icon: IconSun },
            { value: 'dark', label: t('shell.scheme.dark'), icon: IconMoon },
            { value: 'auto', label: t('shell.scheme.auto'), icon: IconDeviceDesktop },
          ]}
        />
      </div>
      {keys && (
        <SwitchRow label={t('shell.letterKeys')} text={t('shell.letterKeys.text')} checked={letterKeys} onChange={allowLetterKeys} />
      )}
    </>
  );
}
