import { useEffect, useState } from 'react';

type Phone = { read: (text: string, country?: string) => string | null; show: (stored: string) => string };

/** The phone-number parser is a separate chunk because of its size; until it has loaded any number passes and the server decides. */
export function usePhone(): Phone {
  const [phone, setPhone] = useState<Phone | null>(null);
  // Loads the code once the form is rendered.
  useEffect(() => {
    let here = true;
    import('../../../domain/users/phone.ts')
      .then(({ readPhone, showPhone }) => here && setPhone({ read: readPhone, show: showPhone }))
      .catch(() => undefined);
    return () => {
      here = false;
    };
  }, []);
  return phone ?? { read: (text) => text, show: (stored) => stored };
}
