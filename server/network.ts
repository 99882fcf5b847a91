/** From where somebody calls, as far as a caller cannot choose it at will. */
import ipaddr from 'ipaddr.js';

/**
 * The network that calls from an address are counted by: an IPv4 address itself, also where it is written as an IPv6
 * one, and the /64 of any other IPv6 address, which whoever has one has whole.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const half = (parsed as ipaddr.IPv6).parts.slice(0, 4);
  return `${half.map((part) => part.toString(16)).join(':')}::/64`;
}
