/** Groups callers by network, as far as they cannot choose it at will. */
import ipaddr from 'ipaddr.js';

/** Returns an IPv4 address itself, even if written as IPv6, else the /64, which one subscriber owns whole. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const half = (parsed as ipaddr.IPv6).parts.slice(0, 4);
  return `${half.map((part) => part.toString(16)).join(':')}::/64`;
}
