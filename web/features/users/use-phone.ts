import { useEffect, useState } from 'react';

type Phone = { read: (text: string, country?: string) => string | null; show: (stored: string) => string };

/** The reading of telephone numbers, which comes apart for its weight; until it is here any number will do and the server decides. */
export function usePhone(): Phone {
  const [phone, setPhone] = useState<Phone | null>(null);
  // The code is fetched once the form is on the screen.
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
