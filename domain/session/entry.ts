import type { Profile } from '../access/profile.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import { type AccessHours, hoursAllow, isBoundByHours } from '../users/access-hours.ts';
import { type AddressRule, listInForce, namesAddress } from './addresses.ts';

type Place = { addresses: AddressRule | null; zone: string };
type Caller = { address: string; now: number };

/** Whether calls from an address are allowed; an exempt user's are allowed from anywhere. */
export function isAddressLetIn({ addresses }: Pick<Place, 'addresses'>, { address, now }: Caller, exempt: boolean): boolean {
  const list = exempt ? null : listInForce(addresses, now);
  return list === null || namesAddress(list, address);
}

/** Why an otherwise active user isn't admitted from here and now: the allowed addresses first, then the access hours (BEHAVIOUR 1, 14). */
export function entryRefusal(
  person: { profile: Profile; flags: readonly string[]; ipExempt: boolean; hours: AccessHours },
  place: Place,
  caller: Caller,
): Extract<ErrorCode, 'ip_not_allowed' | 'horario_not_allowed'> | null {
  if (!isAddressLetIn(place, caller, person.ipExempt)) return 'ip_not_allowed';
  const within = !isBoundByHours(person.profile, person.flags) || hoursAllow(person.hours, new Date(caller.now), place.zone);
  return within ? null : 'horario_not_allowed';
}
