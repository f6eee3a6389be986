-- Shows captures of bellwether in Wireshark and tshark. Written by a program: bellwether export --dissector.
--   wireshark -X lua_script:bellwether.lua walk.pcapng
-- The layout of packets is in the comment of the package internal/formats/export/pcapng.

local events = { {{range .Events}}[{{.Number}}] = {{.Name}}, {{end}} }
local reasons = { {{range .Whys}}[{{.Number}}] = {{.Name}}, {{end}} }
local classes = { {{range .Classes}}[{{.Number}}] = {{.Name}}, {{end}} }
local LOST = {{.Lost}}

local p = Proto("bellwether", "Leader election of bellwether")
local f = p.fields
f.event = ProtoField.uint8("bellwether.event", "Event", base.DEC, events)
f.reason = ProtoField.uint8("bellwether.reason", "Reason", base.DEC, reasons)
f.class = ProtoField.uint8("bellwether.class", "Class", base.DEC, classes)
f.attempt = ProtoField.uint8("bellwether.attempt", "Attempt")
f.givenup = ProtoField.bool("bellwether.given_up", "Given up by its sender")
f.sender = ProtoField.uint32("bellwether.sender", "Sender")
f.receiver = ProtoField.uint32("bellwether.receiver", "Receiver")
f.frame = ProtoField.uint64("bellwether.frame", "Frame")
f.bytes = ProtoField.uint32("bellwether.bytes", "Bytes")
f.message = ProtoField.string("bellwether.message", "Message")
f.other = ProtoField.string("bellwether.field", "Field")

local INT, REAL, TEXT, BOOL = 1, 2, 3, 4

-- What messages say, by their names in the code: bellwether.MESSAGE.FIELD.
local said = {
{{- range .Fields}}
	[{{.Key}}] = {field = ProtoField.{{.Maker}}({{.Abbrev}}, {{.Label}}), type = {{.Type}}},
{{- end}}
}
for key, one in pairs(said) do f["said " .. key] = one.field end

-- value reads one value: it, its range, and where the next field begins.
local function value(kind, tvb, at)
	if kind == INT then return tvb(at, 8):int64(), tvb(at, 8), at + 8 end
	if kind == REAL then return tvb(at, 8):float(), tvb(at, 8), at + 8 end
	if kind == BOOL then return tvb(at, 1):uint() == 1, tvb(at, 1), at + 1 end
	local length = tvb(at, 2):uint()
	if length == 0 then return "", tvb(at, 2), at + 2 end
	return tvb(at + 2, length):string(ENC_UTF_8), tvb(at + 2, length), at + 2 + length
end

-- add adds a field under its own name if its message is known and its value of the stated type.
local function add(tree, message, path, kind, range, v)
	local known = said[message .. "." .. path]
	if known and known.type == kind then
		tree:add(known.field, range, v)
	elseif known and known.type == REAL and kind == INT then
		tree:add(known.field, range, v:tonumber())
	elseif known and known.type == TEXT then
		tree:add(known.field, range, tostring(v))
	else
		tree:add(f.other, range, path .. " = " .. tostring(v))
	end
	return path .. " " .. tostring(v)
end

function p.dissector(tvb, pinfo, root)
	if tvb:len() < 29 or tvb(0, 1):uint() ~= {{.Version}} then return 0 end
	local tree = root:add(p, tvb())
	local event, sender, receiver = tvb(1, 1):uint(), tvb(8, 4):uint(), tvb(12, 4):uint()
	tree:add(f.event, tvb(1, 1))
	tree:add(f.reason, tvb(2, 1))
	tree:add(f.class, tvb(3, 1))
	if tvb(4, 1):uint() > 0 then tree:add(f.attempt, tvb(4, 1)) end
	tree:add(f.givenup, tvb(5, 1))
	tree:add(f.sender, tvb(8, 4))
	local to = tree:add(f.receiver, tvb(12, 4))
	if receiver == 0 then to:append_text(" (all)") end
	tree:add(f.frame, tvb(16, 8))
	tree:add(f.bytes, tvb(24, 4))
	local length = tvb(28, 1):uint()
	local message, at = "", 29 + length
	if length > 0 then
		message = tvb(29, length):string(ENC_UTF_8)
		tree:add(f.message, tvb(29, length), message)
	end
	local words = {}
	for _ = 1, tvb(6, 2):uint() do
		local path = tvb(at + 1, tvb(at, 1):uint()):string(ENC_UTF_8)
		at = at + 1 + tvb(at, 1):uint()
		local v, range, behind = value(tvb(at, 1):uint(), tvb, at + 1)
		words[#words + 1] = add(tree, message, path, tvb(at, 1):uint(), range, v)
		at = behind
	end
	pinfo.cols.protocol = "bellwether"
	pinfo.cols.src = tostring(sender)
	pinfo.cols.dst = receiver == 0 and "all" or tostring(receiver)
	table.insert(words, 1, message ~= "" and message or "link layer's " .. (reasons[tvb(2, 1):uint()] or "frame"))
	local info = table.concat(words, " ")
	if event == LOST then info = info .. " LOST (" .. (reasons[tvb(2, 1):uint()] or "") .. ")" end
	pinfo.cols.info = info
	return at
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, p)
