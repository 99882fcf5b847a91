export function AdminUsersScreen() {
  return null;
}
