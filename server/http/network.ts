/** From where somebody calls, as far as a caller cannot choose it at will. */
import ipaddr from 'ipaddr.js';

/** An IPv4 address itself, also written as IPv6, else the /64: whoever has one address has all of it. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const half = (parsed as ipaddr.IPv6).parts.slice(0, 4);
  return `${half.map((part) => part.toString(16)).join(':')}::/64`;
}
